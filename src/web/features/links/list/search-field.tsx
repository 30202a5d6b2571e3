import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import type { SafeStorage } from '#web/lib/storage.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';

import { asksForSearch } from '#web/features/links/rows/list-keys.ts';
import type { SearchBox } from './search-box.ts';

type SearchFieldProps = { readonly box: SearchBox; readonly storage: SafeStorage };

export function SearchField({ box, storage }: SearchFieldProps) {
  const text = useStore(box);
  const slash = useSlashKey(storage);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!slash.isOn) return undefined;
    function onKeyDown(event: globalThis.KeyboardEvent): void {
      if (event.defaultPrevented || !asksForSearch(event, isTyping(event.target))) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [slash.isOn]);

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') box.submit();
    if (event.key !== 'Escape' || text === '') return;
    // Chrome would empty the field, but the list would not change at once.
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
        onKeyDown={handleKey}
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

/** Also true behind an open dialog, where the search cannot be reached. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
  );
}

/** Whether the / key starts a search. Users can switch it off: speech input or a tremor may press it (WCAG 2.1.4). */
type SlashKey = { readonly isOn: boolean; toggle(): void };

function useSlashKey(storage: SafeStorage): SlashKey {
  const [isOn, setOn] = useState(() => storage.read('slashKey') !== 'off');
  return {
    isOn,
    toggle() {
      storage.write('slashKey', isOn ? 'off' : 'on');
      setOn(!isOn);
    },
  };
}

function SlashSwitch({ slash: { isOn, toggle } }: { readonly slash: SlashKey }) {
  return (
    <Button
      look="icon"
      className="slash-switch"
      aria-label="Search with the / key"
      aria-pressed={isOn}
      title="The / key"
      onClick={toggle}
    >
      <kbd>/</kbd>
    </Button>
  );
}
