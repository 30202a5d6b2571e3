import { useState } from 'react';

import type { SafeStorage } from '#web/lib/storage.ts';
import { Button } from '#web/ui/button.tsx';

/** Whether the / key searches. It can be switched off, for those whose voice or tremor presses it (WCAG 2.1.4). */
type SlashKey = { readonly isOn: boolean; toggle(): void };

const storageKey = 'slashKey';

export function useSlashKey(storage: SafeStorage): SlashKey {
  const [isOn, setOn] = useState(() => storage.read(storageKey) !== 'off');
  return {
    isOn,
    toggle() {
      storage.write(storageKey, isOn ? 'off' : 'on');
      setOn(!isOn);
    },
  };
}

export function SlashSwitch({ slash: { isOn, toggle } }: { readonly slash: SlashKey }) {
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
