/** Where a tab remembers its last press of Generate, also when it is loaded anew. */
export const lastClickName = 'lastClick';

/** The next press asks for something different, even with the same words and links. */
export function forgetClick(): void {
  try {
    sessionStorage.removeItem(lastClickName);
  } catch {
    // Blocked storage has remembered nothing.
  }
}
