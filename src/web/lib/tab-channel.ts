/** Sends messages to the other tabs of this site. */
export type TabChannel = {
  tell(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
};

export function createTabChannel(): TabChannel {
  const channel = new BroadcastChannel('linkweft-tabs');
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
    tell: (message) => channel.postMessage(message),
    onMessage: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  };
}
