import type { ComponentProps } from 'react';

import { isKeepingResults } from '#web/lib/kept-work.ts';
import { LinkUse } from '#web/features/history/link-use.tsx';
import { LinkForm } from '#web/features/links/link-form.tsx';

import type { PageStores } from './lazy-parts.tsx';

type LinkFormWithUseProps = Omit<ComponentProps<typeof LinkForm>, 'use'> & Pick<PageStores, 'loadMemory'>;

/** The form of a link. It also says in which kept results a saved link is used. */
export function LinkFormWithUse({ loadMemory, ...props }: LinkFormWithUseProps) {
  const { controller, link, onClose } = props;
  const use = (isDirty: boolean) =>
    link === null || !isKeepingResults(controller.storage) ? null : (
      <LinkUse link={link} loadMemory={loadMemory} isDirty={isDirty} onShow={onClose} />
    );
  return <LinkForm {...props} use={use} />;
}
