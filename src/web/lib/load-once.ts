/** Returns a function that loads once and shares the result. After a failure the next call loads again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    if (loading !== null) return loading;
    const started = load();
    loading = started;
    started.catch(() => (loading = null));
    return started;
  };
}
