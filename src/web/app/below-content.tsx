import type { ComponentProps } from 'react';

import { InstructionsField } from '#web/features/content/instructions-field.tsx';
import { PasteNotice } from '#web/features/content/paste-notice.tsx';
import { createLastWork } from '#web/features/restore/last-work.ts';
import { createRestoreNotice } from '#web/features/restore/restore-notice.tsx';
import { useStore } from '#web/lib/store.ts';

import type { PageStores, WorkStores } from './lazy-parts.tsx';

type RestoreNoticeProps = ComponentProps<ReturnType<typeof createRestoreNotice>>;
type BelowContentProps = RestoreNoticeProps & Pick<ComponentProps<typeof PasteNotice>, 'floodLimit'>;

/** Begins to keep what the visitor works on. Call it once. */
export function openLastWork({ generations, instructions, linksController: links }: WorkStores) {
  const { state, reset } = generations;
  return createLastWork({
    state,
    instructions,
    links,
    show(shown) {
      reset();
      if (shown !== null) state.set(shown);
    },
  });
}

/** Returns what stands between the content and its buttons: notices about it, and the field for instructions. */
export async function createBelowContent(stores: PageStores) {
  const { settings, ownKey, generations, instructions } = stores;
  const [lastWork, { allowance }] = await Promise.all([stores.loadLastWork(), stores.loadWriterChoice()]);
  const RestoreNotice = createRestoreNotice(lastWork, { state: generations.state, instructions });

  return function BelowContent({ floodLimit, ...props }: BelowContentProps) {
    const provider = useStore(ownKey.provider);
    const { writer } = useStore(allowance);
    const isBuiltIn = provider === null && (settings.writer === 'built-in' || writer === 'built-in');
    return (
      <>
        <PasteNotice content={props.content} field={props.field} floodLimit={floodLimit} />
        <RestoreNotice {...props} />
        <InstructionsField instructions={instructions} isBuiltIn={isBuiltIn} />
      </>
    );
  };
}
