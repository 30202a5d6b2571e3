/** The one place of the page that writes to the console: failures that the user need not act on. */
export function logFailure(what: string, failure: unknown): void {
  console.warn(what, failure);
}
