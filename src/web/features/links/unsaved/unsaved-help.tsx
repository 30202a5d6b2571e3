import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { Failing } from '#web/links-client/outbox/outbox-entry.ts';
import { failingMessage } from './failing-message.ts';

type UnsavedHelpProps = {
  readonly controller: LinksController;
  readonly failing: Failing | null;
  /** The number of links that wait for the user's decision. */
  readonly asking: number;
  readonly isAskedOnly: boolean;
  readonly onAskedOnly: (isAskedOnly: boolean) => void;
};

/** What the user can do about changes that wait although the network works. */
export function UnsavedHelp({ controller, failing, asking, isAskedOnly, onAskedOnly }: UnsavedHelpProps) {
  return (
    <>
      {failing === null ? null : (
        <>
          <p role="status">{failingMessage(failing)}</p>
          <Button
            look="plain"
            onClick={() => {
              void controller.discard(failing.entry.link.id);
              announce('Your change is discarded');
            }}
          >
            Discard this change
          </Button>
        </>
      )}
      {asking === 0 ? null : (
        <Button look="plain" onClick={() => onAskedOnly(!isAskedOnly)}>
          {isAskedOnly ? 'Back to the list' : `Show just ${asking === 1 ? 'this one' : 'these'}`}
        </Button>
      )}
    </>
  );
}
