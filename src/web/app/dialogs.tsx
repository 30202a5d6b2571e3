import type { Link, LinkFields } from '#core/links/link.ts';
import { broadcastRefresh } from '#web/lib/events.ts';
import { type Store, useStore } from '#web/lib/store.ts';

import {
  ImportDialog,
  LinkForm,
  OwnKeyDialog,
  TermsDialog,
  YourDataDialog,
  type PageStores,
} from './lazy-parts.tsx';

/** The open dialog. The form edits a link, or a new one; an import can start with a file or a text. */
export type OpenDialog =
  | 'terms'
  | 'data'
  | 'own-key'
  | { readonly editing: Link | null; readonly prefill?: LinkFields }
  | { readonly importing: File | string | null }
  | null;

type DialogsProps = {
  readonly stores: PageStores;
  readonly dialog: Store<OpenDialog>;
};

/** The dialog that is open, if any. */
export function Dialogs({ stores, dialog }: DialogsProps) {
  const { settings, linksController, ownKey, loadMemory } = stores;
  const open = useStore(dialog);
  const unsaved = useStore(linksController.unsaved).count;
  const copies = useStore(linksController.list).links.length;
  const onClose = () => dialog.set(null);
  if (open === null) return null;
  if (open === 'terms') return <TermsDialog settings={settings} onClose={onClose} />;
  if (open === 'own-key') return <OwnKeyDialog ownKey={ownKey} settings={settings} onClose={onClose} />;
  if (open === 'data')
    return (
      <YourDataDialog
        unsaved={unsaved}
        copies={copies}
        inTurn={linksController.changeWorkspace}
        storage={linksController.storage}
        onClose={onClose}
      />
    );
  if ('importing' in open)
    return (
      <ImportDialog
        source={open.importing}
        selection={linksController.selection}
        inTurn={linksController.inTurn}
        onClose={onClose}
      />
    );
  return (
    <LinkForm
      controller={linksController}
      loadMemory={loadMemory}
      link={open.editing}
      prefill={open.prefill}
      onClose={() => {
        onClose();
        broadcastRefresh();
      }}
      onManyPasted={(text) => dialog.set({ importing: text })}
    />
  );
}
