import { Check, Copy } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';

import { announce } from '#web/ui/announcer.tsx';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { logFailure } from '#web/lib/log.ts';

import type { DataStore } from './data-store.ts';
import { TaskProblem } from './task-status.tsx';

type RecoveryCodeProps = { readonly store: DataStore; readonly exists: boolean };

export function RecoveryCode({ store, exists }: RecoveryCodeProps) {
  const { code, running } = useStore(store);
  const [wasHidden, setHidden] = useState(false);

  function hide(): void {
    setHidden(true);
    store.hideCode();
  }

  return (
    <section className="data-part" aria-labelledby="recovery-code-title">
      <h3 id="recovery-code-title">Recovery code</h3>
      <p>
        It opens your links in another browser, or here again after this browser’s data was cleared. There is
        no other way back: nobody can look it up for you.
      </p>
      {exists ? null : <p className="data-note">There is one as soon as you have saved a link.</p>}
      <TaskProblem store={store} task="code" />
      {exists && code === null ? (
        <Button autoFocus={wasHidden} off={running !== null} onClick={() => void store.showCode()}>
          Show recovery code
        </Button>
      ) : null}
      {code === null ? null : <Code code={code} onHide={hide} />}
    </section>
  );
}

function Code({ code, onHide }: { readonly code: string; readonly onHide: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const output = useRef<HTMLOutputElement>(null);
  // It replaces the button that had the focus.
  useLayoutEffect(() => output.current?.focus(), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
      announce('Recovery code copied');
    } catch (failure) {
      logFailure('The recovery code could not be copied.', failure);
    }
  }

  return (
    <>
      <output className="recovery-code" aria-label="Recovery code" tabIndex={-1} ref={output}>
        {code}
      </output>
      <p className="data-warning">
        Keep it like a password: whoever has it can see, change and delete your links.
      </p>
      <div className="data-actions">
        <Button onClick={() => void copy()}>
          {isCopied ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
          {isCopied ? 'Code copied' : 'Copy code'}
        </Button>
        <Button look="plain" onClick={onHide}>
          Hide
        </Button>
      </div>
    </>
  );
}
