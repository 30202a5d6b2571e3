/** A key press in a list of rows. */
export type ListKey = {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
};

export type ListPlace = {
  /** The row that holds the focus. */
  readonly index: number;
  readonly count: number;
  /** Rows that are seen at once. */
  readonly page: number;
};

export type ListAction =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'edit' }
  | { readonly kind: 'delete' };

/** What a key means in the list; null leaves it to the browser. Space is the tick box's own. */
export function readListKey({ key, altKey, ctrlKey, metaKey }: ListKey, place: ListPlace): ListAction | null {
  if (altKey || ctrlKey || metaKey) return null;
  if (key === 'e' || key === 'E') return { kind: 'edit' };
  if (key === 'Delete' || key === 'Backspace') return { kind: 'delete' };
  const to = moves.get(key)?.(place);
  return to === undefined ? null : { kind: 'move', to: Math.min(Math.max(to, 0), place.count - 1) };
}

const moves = new Map<string, (place: ListPlace) => number>([
  ['ArrowUp', ({ index }) => index - 1],
  ['ArrowDown', ({ index }) => index + 1],
  ['PageUp', ({ index, page }) => index - page],
  ['PageDown', ({ index, page }) => index + page],
  ['Home', () => 0],
  ['End', ({ count }) => count - 1],
]);

/** Whether a key press anywhere on the page asks for the search. Where text is typed, a slash is a slash. */
export function asksForSearch({ key, altKey, ctrlKey, metaKey }: ListKey, isTyping: boolean): boolean {
  return key === '/' && !altKey && !ctrlKey && !metaKey && !isTyping;
}
