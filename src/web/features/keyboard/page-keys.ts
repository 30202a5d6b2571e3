import { hasOpenDialog, isField } from '#web/lib/free-event.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { announce } from '#web/ui/announcer.tsx';

/** Under this name, local storage has `off` if keys without Ctrl do nothing. */
export const singleKeysName = 'slashKey';

export type PageKeysHost = {
  readonly storage: Pick<SafeStorage, 'read'>;
  readonly openList: () => void;
};

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'keyCode'
>;

/** What the keys of the page do. `generate`, `copy` and `search` are values of `data-key` on their controls. */
type KeyAction = 'generate' | 'copy' | 'search' | 'list';

/**
 * Returns what a key press does, wherever the focus is. Null: it is left to the browser. Keys of an input method, and
 * keys with Alt, which screen readers use, are never taken.
 */
export function readPageKey(press: KeyPress, isInField: boolean, hasSingleKeys: boolean): KeyAction | null {
  const { key, altKey, shiftKey } = press;
  // Safari says only by the code that Enter ends a composition.
  if (press.isComposing || press.keyCode === 229 || altKey) return null;
  if (press.ctrlKey !== press.metaKey) {
    if (key === 'Enter' && !shiftKey) return 'generate';
    return key.toLowerCase() === 'c' && shiftKey ? 'copy' : null;
  }
  if (press.ctrlKey || isInField || !hasSingleKeys) return null;
  if (key === '?') return 'list';
  return key === '/' ? 'search' : null;
}

/** Handles the keys of the page. Call it once. */
export function connectPageKeys({ storage, openList }: PageKeysHost): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.repeat || hasOpenDialog()) return;
    const hasSingleKeys = storage.read(singleKeysName) !== 'off';
    const action = readPageKey(event, isField(event.target), hasSingleKeys);
    if (action === null) return;
    if (action === 'list') openList();
    else if (!useControl(action)) return;
    event.preventDefault();
  });
}

/** Presses the control of an action, or focuses the search. Returns false if it is not on the page. */
function useControl(action: Exclude<KeyAction, 'list'>): boolean {
  const control = document.querySelector<HTMLElement>(`[data-key=${action}]`);
  if (control === null) return false;
  if (control instanceof HTMLInputElement) {
    control.focus();
    control.select();
    return true;
  }
  control.click();
  const reason = document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  if (control.ariaDisabled === 'true' && reason !== '') announce(reason);
  return true;
}
