/** Work is done for so long at a stretch, in milliseconds, before the page gets its turn. */
const stretch = 12;

/** Goes through the steps of a generator without holding up the page, and gives what it returns. */
export async function inSteps<T>(steps: Generator<undefined, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < stretch) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
}
