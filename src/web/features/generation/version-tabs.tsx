import { useId, type KeyboardEvent, type ReactNode } from 'react';

import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import { t } from '#web/lib/language.ts';
import { versionLabels } from '#web/version-view/shown-version.ts';

/** The tab that is shown until the user chooses another one. */
export const firstTab: VersionName = 'safe';

type TabsProps = {
  readonly shown: VersionName;
  /** A new key makes a new panel, which begins at its top. */
  readonly panelKey: string;
  readonly marks: Readonly<Partial<Record<VersionName, string>>>;
  readonly disabled: boolean;
  readonly onShow: (version: VersionName) => void;
  readonly children: ReactNode;
};

/** Tabs that follow the focus. The Tab key stops once, the arrow keys move between tabs. */
export function VersionTabs({ shown, panelKey, marks, disabled, onShow, children }: TabsProps) {
  const id = useId();
  const tabId = (name: VersionName) => `${id}-${name}`;

  function moveByKey(event: KeyboardEvent): void {
    const next = tabAfterKey(shown, event.key);
    if (next === null) return;
    event.preventDefault();
    onShow(next);
    document.getElementById(tabId(next))?.focus();
  }

  return (
    <>
      <div className="tab-list" role="tablist" aria-label={t('Versions')}>
        {versionNames.map((name) => (
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
            {t(versionLabels[name])}
            {marks[name] === undefined ? null : (
              <span className="tab-mark">
                <span className="visually-hidden">({marks[name]})</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        key={panelKey}
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

/** Returns the tab that a key moves to, or null if the key does not move. The last tab is followed by the first. */
export function tabAfterKey(current: VersionName, key: string): VersionName | null {
  const at = versionNames.indexOf(current);
  const last = versionNames.length - 1;
  const targets: Record<string, number> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  return versionNames[targets[key] ?? -1] ?? null;
}
