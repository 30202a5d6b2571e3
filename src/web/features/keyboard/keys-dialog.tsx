import './keys-dialog.css';

import { useState } from 'react';

import type { EnglishText } from '#web/german/german.ts';
import { t, translated } from '#web/lib/language.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { CheckField, Dialog } from '#web/ui/dialog.tsx';

import { singleKeysName } from './page-keys.ts';

type Keys = readonly (readonly [keys: readonly string[], does: EnglishText])[];

/** Keys that keyboards name in the language of the page. */
const named = {
  Enter: 'Enter',
  Shift: 'Shift',
  Ctrl: 'Ctrl',
  Space: 'Space',
  Delete: 'Delete',
  Home: 'Home',
  End: 'End',
  'Page up': 'Page up',
  'Page down': 'Page down',
} as const satisfies Readonly<Record<string, EnglishText>>;

const anywhere: Keys = [
  [['Ctrl+Enter'], 'Generate'],
  [['Ctrl+Shift+C'], 'Copy the version that is shown'],
  [['/'], 'Search your links'],
  [['?'], 'Show this list'],
];

const inList: Keys = [
  [['↑', '↓'], 'Previous or next link'],
  [['Home', 'End'], 'First or last link'],
  [['Page up', 'Page down'], 'Several links up or down'],
  [['Space'], 'Select or unselect the link'],
  [['Enter', 'E'], 'Edit the link'],
  [['Delete'], 'Delete the link (you can undo)'],
  [['←', '→'], 'Move between the buttons of a link'],
];

type KeysDialogProps = { readonly storage: SafeStorage; readonly onClose: () => void };

/** The list of all keys, and a switch for those that are pressed alone (WCAG 2.1.4). */
export function KeysDialog({ storage, onClose }: KeysDialogProps) {
  const [isOn, setOn] = useState(() => storage.read(singleKeysName) !== 'off');
  return (
    <Dialog title={t('Keyboard')} onClose={onClose} startsAtTitle>
      <div className="keys">
        <KeyList title={t('Anywhere')} keys={anywhere} />
        <KeyList title={t('In your links')} keys={inList} />
        <CheckField
          label={t('Use / and ? as keys')}
          note={t('Turn this off if they are pressed by mistake, for example by speech input.')}
          checked={isOn}
          onChange={({ target: { checked } }) => {
            storage.write(singleKeysName, checked ? 'on' : 'off');
            setOn(checked);
          }}
        />
      </div>
    </Dialog>
  );
}

function KeyList({ title, keys }: { readonly title: string; readonly keys: Keys }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {keys.map(([pressed, does]) => (
          <div key={does}>
            <dt>
              {pressed.map((combination) => (
                <kbd key={combination}>{nameOf(combination)}</kbd>
              ))}
            </dt>
            <dd>{translated(does)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const isApple = /^(?:Mac|iP)/u.test(navigator.platform);

/** Returns a combination of keys by the names that are on them. */
function nameOf(combination: string): string {
  return combination
    .split('+')
    .map((key) => (isApple && key === 'Ctrl' ? '⌘' : isNamed(key) ? t(named[key]) : key))
    .join(' + ');
}

function isNamed(key: string): key is keyof typeof named {
  return Object.hasOwn(named, key);
}
