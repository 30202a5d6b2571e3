import type { ComponentProps } from 'react';

import { InstructionsField } from '#web/features/content/instructions-field.tsx';
import { PasteNotice } from '#web/features/content/paste-notice.tsx';
import { useStore } from '#web/lib/store.ts';

import type { PageMemory, PageStores } from './page-stores.ts';

type BelowContentProps = ComponentProps<PageMemory['RestoreNotice']> &
  Pick<ComponentProps<typeof PasteNotice>, 'floodLimit'>;

/** Returns what stands between the content and its buttons: notices about it, and the field for instructions. */
export async function createBelowContent(stores: PageStores) {
  const { settings, ownKey, instructions } = stores;
  const [{ RestoreNotice }, { allowance }] = await Promise.all([
    stores.loadMemory(),
    stores.loadWriterChoice(),
  ]);

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
