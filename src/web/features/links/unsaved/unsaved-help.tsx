import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import { failingWords } from '#web/features/links/list/failing-messages.ts';
import type { LinkDesk } from '#web/links-client/list/links-controller.ts';
import type { Failing } from '#web/links-client/outbox/outbox-view.ts';

type UnsavedHelpProps = {
  readonly desk: LinkDesk;
  readonly failing: Failing | null;
  /** How many links wait for the user's decision. */
  readonly asking: number;
  readonly isAskedOnly: boolean;
  readonly onAskedOnly: (isAskedOnly: boolean) => void;
};

/** What the user can do about changes that the network does not solve. */
export function UnsavedHelp({ desk, failing, asking, isAskedOnly, onAskedOnly }: UnsavedHelpProps) {
  return (
    <>
      {failing === null ? null : (
        <>
          <p role="status">{failingWords(failing)}</p>
          <Button
            look="plain"
            onClick={() => {
              void desk.discard(failing.entry.link.id);
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
