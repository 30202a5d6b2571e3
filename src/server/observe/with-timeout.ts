/** Returns the result of the work, or `fallback` if it takes longer than the timeout (in milliseconds). */
export async function withTimeout<T>(timeout: number, work: Promise<T>, fallback: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, timeout, fallback);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
