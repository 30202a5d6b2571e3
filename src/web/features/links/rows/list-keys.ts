/** A key press in a list of rows. */
export type ListKey = {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
};

export type ListPosition = {
  /** The row that holds the focus. */
  readonly index: number;
  readonly count: number;
  /** The number of rows in sight at once. */
  readonly page: number;
};

export type ListAction =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'edit' }
  | { readonly kind: 'delete' };

/** Returns what a key does in the list; null leaves it to the browser. The tick box handles Space itself. */
export function readListKey(
  { key, altKey, ctrlKey, metaKey }: ListKey,
  position: ListPosition,
): ListAction | null {
  if (altKey || ctrlKey || metaKey) return null;
  if (key === 'e' || key === 'E') return { kind: 'edit' };
  if (key === 'Delete' || key === 'Backspace') return { kind: 'delete' };
  const to = moves.get(key)?.(position);
  return to === undefined ? null : { kind: 'move', to: Math.min(Math.max(to, 0), position.count - 1) };
}

const moves = new Map<string, (place: ListPosition) => number>([
  ['ArrowUp', ({ index }) => index - 1],
  ['ArrowDown', ({ index }) => index + 1],
  ['PageUp', ({ index, page }) => index - page],
  ['PageDown', ({ index, page }) => index + page],
  ['Home', () => 0],
  ['End', ({ count }) => count - 1],
]);

/** Whether a key press anywhere on the page starts a search. In a text field, a slash is just text. */
export function asksForSearch({ key, altKey, ctrlKey, metaKey }: ListKey, isTyping: boolean): boolean {
  return key === '/' && !altKey && !ctrlKey && !metaKey && !isTyping;
}
