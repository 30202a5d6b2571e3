/** One message to the user at a time, or none. */
export type Notice = {
  text(): string | null;
  show(text: string | null): void;
  subscribe(listener: () => void): () => void;
};

export function createNotice(): Notice {
  const listeners = new Set<() => void>();
  let shown: string | null = null;
  return {
    text: () => shown,
    show(text) {
      shown = text;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
