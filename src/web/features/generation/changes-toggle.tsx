import { useSyncExternalStore } from 'react';

import { Button } from '#web/ui/button.tsx';

import { showChanges } from './show-changes.ts';

/** Marks in the text what is new and what is gone; says how, where it is on. */
export function ChangesToggle() {
  const isOn = useSyncExternalStore(showChanges.subscribe, showChanges.isOn);
  return (
    <div className="changes-toggle">
      <Button aria-pressed={isOn} className="changes-button" onClick={showChanges.toggle}>
        Show changes
      </Button>
      {isOn ? (
        <p className="changes-key">
          <ins>new words</ins> <del>your words, left out</del>
        </p>
      ) : null}
    </div>
  );
}
