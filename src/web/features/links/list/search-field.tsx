import { Search, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { KeyboardEvent } from 'react';

import type { SafeStorage } from '#web/lib/storage.ts';
import { Button } from '#web/ui/button.tsx';

import { asksForSearch } from '#web/features/links/rows/row-keys-map.ts';
import type { SearchBox } from './search-box.ts';
import { SlashSwitch, useSlashKey } from './slash-key.tsx';

type SearchFieldProps = { readonly box: SearchBox; readonly storage: SafeStorage };

export function SearchField({ box, storage }: SearchFieldProps) {
  const text = useSyncExternalStore(box.subscribe, box.text);
  const slash = useSlashKey(storage);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!slash.isOn) return undefined;
    function hear(event: globalThis.KeyboardEvent): void {
      if (event.defaultPrevented || !asksForSearch(event, isTyping(event.target))) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    }
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [slash.isOn]);

  function answerKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') box.submit();
    if (event.key !== 'Escape' || text === '') return;
    // Chrome would empty the field by itself, without asking for all links at once.
    event.preventDefault();
    box.clear();
  }

  return (
    <search className="search-field">
      <Search aria-hidden="true" size={16} />
      <input
        ref={input}
        type="search"
        aria-label="Search your links"
        aria-keyshortcuts={slash.isOn ? '/' : undefined}
        placeholder="Search your links"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={500}
        value={text}
        onChange={(event) => box.type(event.target.value)}
        onKeyDown={answerKey}
      />
      {text === '' ? (
        <SlashSwitch slash={slash} />
      ) : (
        <Button
          look="icon"
          aria-label="Clear the search"
          onClick={() => {
            box.clear();
            input.current?.focus();
          }}
        >
          <X aria-hidden="true" size={16} />
        </Button>
      )}
    </search>
  );
}

/** Behind an open dialog, the search is out of reach as well. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
  );
}
