import { useId, type KeyboardEvent, type ReactNode } from 'react';

/** Returns the tab that a key moves to, or null if the key does not move. The last tab is followed by the first. */
export function tabAfterKey<T>(tabs: readonly T[], current: T, key: string): T | null {
  const at = tabs.indexOf(current);
  const last = tabs.length - 1;
  const targets: Record<string, number> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  return tabs[targets[key] ?? -1] ?? null;
}

type TabsProps<Name extends string> = {
  readonly label: string;
  readonly names: readonly Name[];
  /** What each tab is called. */
  readonly titles: Readonly<Record<Name, string>>;
  readonly shown: Name;
  /** The text of the mark, for tabs that have one. */
  readonly marks: Readonly<Partial<Record<Name, string>>>;
  readonly disabled: boolean;
  readonly onShow: (name: Name) => void;
  /** The panel of the shown tab. */
  readonly children: ReactNode;
};

/** Tabs that follow the focus. The Tab key stops once, the arrow keys move between tabs. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, names, titles, marks, shown, disabled, onShow, children } = props;
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
            {titles[name]}
            {marks[name] === undefined ? null : (
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
