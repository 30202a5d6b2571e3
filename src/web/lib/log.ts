/* The one place of the page that writes to the console. */

/** Something that the page can do without, and now does. */
export function warn(message: string): void {
  console.warn(message);
}

/** A failure that the user need not act on. */
export function logFailure(what: string, failure: unknown): void {
  console.warn(what, failure);
}
