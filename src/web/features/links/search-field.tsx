import { Search, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import { t } from '#web/lib/language.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { useStore, useListener } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';

import type { SearchBox } from './link-manager.tsx';
import { hasModifier, type KeyPress } from './link-rows.tsx';

type SearchFieldProps = { readonly box: SearchBox; readonly storage: SafeStorage };

export function SearchField({ box, storage }: SearchFieldProps) {
  const text = useStore(box);
  const input = useRef<HTMLInputElement>(null);
  const [hasSlash, switchSlash] = useSlashKey(input, storage);

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') box.submit();
    if (event.key !== 'Escape' || text === '') return;
    // Chrome would empty the field, but the list would not change at once.
    event.preventDefault();
    box.clear();
  }

  function clear(): void {
    box.clear();
    input.current?.focus();
  }

  return (
    <search className="search-field">
      <Search aria-hidden="true" size={16} />
      <input
        ref={input}
        type="search"
        aria-label={t('Search your links')}
        aria-keyshortcuts={hasSlash ? '/' : undefined}
        placeholder={t('Search your links')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={500}
        value={text}
        onChange={(event) => box.type(event.target.value)}
        onKeyDown={handleKey}
      />
      {text === '' ? (
        <Button
          look="icon"
          className="slash-switch"
          aria-label={t('Search with the / key')}
          aria-pressed={hasSlash}
          title={t('The / key')}
          onClick={switchSlash}
        >
          <kbd>/</kbd>
        </Button>
      ) : (
        <Button look="icon" icon={X} aria-label={t('Clear the search')} onClick={clear} />
      )}
    </search>
  );
}

/**
 * The / key moves the focus to the search. Users can switch it off: speech input or a tremor may press it (WCAG 2.1.4).
 */
function useSlashKey(input: RefObject<HTMLInputElement | null>, storage: SafeStorage) {
  const [isOn, setOn] = useState(() => storage.read('slashKey') !== 'off');

  useListener(document.documentElement, 'keydown', (event) => {
    if (!isOn || event.defaultPrevented || !asksForSearch(event, isTyping(event.target))) return;
    event.preventDefault();
    input.current?.focus();
    input.current?.select();
  });

  function toggle(): void {
    storage.write('slashKey', isOn ? 'off' : 'on');
    setOn(!isOn);
  }
  return [isOn, toggle] as const;
}

/** Returns whether the user types. Also true if a dialog is open, because it covers the search. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
  );
}

/** Returns whether a key press starts a search. In a text field, a slash is only text. */
export function asksForSearch(event: KeyPress, isInText: boolean): boolean {
  return event.key === '/' && !hasModifier(event) && !isInText;
}
