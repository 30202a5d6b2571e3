/** Goes through the steps of long work at one go, and gives what it returns. */
export function atOnce<T>(steps: Generator<undefined, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
