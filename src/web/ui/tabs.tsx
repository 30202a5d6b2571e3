import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

import { tabAfterKey } from './tab-keys.ts';

type TabsProps<Name extends string> = {
  readonly label: string;
  readonly names: readonly Name[];
  readonly words: Readonly<Record<Name, string>>;
  readonly shown: Name;
  /** Tabs with a mark, and what it says. */
  readonly marks?: Readonly<Partial<Record<Name, string>>>;
  readonly disabled: boolean;
  readonly onShow: (name: Name) => void;
  /** The panel of the shown tab. */
  readonly children: ReactNode;
};

/** Tabs that follow the focus: one stop for the Tab key, arrows from tab to tab. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, names, words, marks, shown, disabled, onShow, children } = props;
  const id = useId();
  const tabId = (name: Name) => `${id}-${name}`;

  function moveByKey(event: KeyboardEvent): void {
    const next = tabAfterKey(names, shown, event.key);
    if (next === null) return;
    event.preventDefault();
    onShow(next);
    document.getElementById(tabId(next))?.focus();
  }

  return (
    <>
      <div className="tab-list" role="tablist" aria-label={label}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="tab"
            role="tab"
            id={tabId(name)}
            aria-selected={name === shown}
            aria-controls={`${id}-panel`}
            tabIndex={name === shown ? 0 : -1}
            disabled={disabled}
            onClick={() => onShow(name)}
            onKeyDown={moveByKey}
          >
            {words[name]}
            {marks?.[name] === undefined ? null : (
              <span className="tab-mark">
                <span className="visually-hidden">({marks[name]})</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        key={shown}
        className="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={tabId(shown)}
        tabIndex={0}
      >
        {children}
      </div>
    </>
  );
}
