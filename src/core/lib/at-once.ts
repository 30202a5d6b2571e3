/** Runs all steps of long work without a pause, and returns its result. */
export function atOnce<T>(steps: Generator<undefined, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
