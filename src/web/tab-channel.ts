import type { SafeStorage } from './storage.ts';

/** Tells the other tabs of this site something. */
export type TabChannel = {
  /** Takes what JSON can hold. */
  tell(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
};

const name = 'linkweft-tabs';

/** By a broadcast channel; where there is none, by the events of local storage. */
export function createTabChannel(storage: SafeStorage): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return channelOverStorage(storage);
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
    tell: (message) => channel.postMessage(message),
    onMessage: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  };
}

function channelOverStorage(storage: SafeStorage): TabChannel {
  return {
    // Only a value that differs is told of.
    tell: (message) => storage.write(name, JSON.stringify([message, Math.random()])),
    onMessage: (listener) =>
      window.addEventListener('storage', ({ key, newValue }) => {
        if (key === name && newValue !== null) listener(JSON.parse(newValue)[0]);
      }),
  };
}
