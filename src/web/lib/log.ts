// Only this file of the page writes to the console.

/** Logs that the page works without one of its functions. */
export function warn(message: string): void {
  console.warn(message);
}

/** Logs a failure that needs no action of the user. */
export function logFailure(what: string, failure: unknown): void {
  console.warn(what, failure);
}
