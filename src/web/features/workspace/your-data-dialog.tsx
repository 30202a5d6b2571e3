import './workspace.css';

import { useEffect, useState } from 'react';

import type { Link } from '#core/links/link.ts';
import { createWorkspaceApi } from '#web/api/workspace-api.ts';
import type { EnglishText } from '#web/german/german.ts';
import { broadcastWorkspaceChange } from '#web/lib/events.ts';
import { forgetDisclosures } from '#web/lib/kept-work.ts';
import { t, tCount, translated } from '#web/lib/language.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { useStore } from '#web/lib/store.ts';
import { Dialog, FocusedText } from '#web/ui/dialog.tsx';
import { FailureBox, Spinner } from '#web/ui/lazy-part.tsx';

import { DeleteAll, OpenWorkspace, RecoveryCode, SaveCopies, type PartProps } from './data-parts.tsx';
import { createDataStore, createKeptCopies, type DataStoreOptions, type DataView } from './data-store.ts';

type YourDataDialogProps = {
  /** The number of changes in this browser that are not saved yet. */
  readonly unsaved: number;
  /** The number of links that this browser shows; the server may not know them. */
  readonly links: number;
  /** Returns the links that this browser has kept. */
  readonly saved: () => readonly Link[];
  readonly storage: SafeStorage;
  readonly onClose: () => void;
} & Pick<DataStoreOptions, 'inTurn' | 'hasWork'>;

export function YourDataDialog(props: YourDataDialogProps) {
  const { unsaved, links, saved, inTurn, hasWork, storage, onClose } = props;
  const [store] = useState(() => {
    const api = createWorkspaceApi();
    return createDataStore({
      api,
      copies: createKeptCopies(api, saved),
      hasWork,
      inTurn,
      onChanged(change) {
        // The parts that use these may not be loaded, so they cannot forget them themselves.
        if (change === 'deleted') forgetDisclosures(storage);
        broadcastWorkspaceChange(change);
      },
    });
  });
  const view = useStore(store);
  const failure = view.failure === null ? null : translated(view.failure);

  useEffect(() => {
    const refresh = () => void store.refresh();
    refresh();
    window.addEventListener('online', refresh);
    return () => window.removeEventListener('online', refresh);
  }, [store]);

  return (
    <Dialog title={t('Your data')} onClose={onClose}>
      <div className="your-data">
        <FailureBox message={failure} onRetry={() => void store.refresh()} />
        <Contents store={store} view={view} unsaved={unsaved} copies={links} />
      </div>
    </Dialog>
  );
}

type ContentsProps = PartProps & Pick<YourDataDialogProps, 'unsaved'> & { readonly copies: number };

function Contents({ store, view, unsaved, copies }: ContentsProps) {
  const { workspace, done, failure, copies: kept } = view;
  if (workspace === null) return failure === null ? <Spinner label={t('Loading')} /> : null;
  if (workspace.kind === 'shared') return <SharedList links={workspace.links} />;
  const summary = (
    <>
      {linksMessage(workspace.links)}
      {unsaved === 0 ? null : (
        <>
          {' '}
          <strong>
            {tCount(
              unsaved,
              '{count} change waits in this browser and is not saved yet.',
              '{count} changes wait in this browser and are not saved yet.',
            )}
          </strong>
        </>
      )}
    </>
  );
  return (
    <>
      {done === null ? (
        <p role="status">{summary}</p>
      ) : (
        <FocusedText key={done}>
          <strong>{t(doneMessages[done])}</strong> {summary}
        </FocusedText>
      )}
      {done !== null || workspace.exists || kept === 0 ? null : <SaveCopies store={store} view={view} />}
      <RecoveryCode store={store} view={view} exists={workspace.exists} />
      <OpenWorkspace key={done} store={store} view={view} links={workspace.links} unsaved={unsaved} />
      <DeleteAll
        key={`${done}-delete`}
        store={store}
        view={view}
        workspace={workspace}
        unsaved={unsaved}
        copies={done === 'deleted' ? 0 : copies}
      />
    </>
  );
}

const doneMessages = {
  saved: 'Your links are saved again.',
  opened: 'The workspace is open in this browser.',
  deleted: 'All your data was deleted.',
} as const satisfies Record<NonNullable<DataView['done']>, EnglishText>;

function linksMessage(links: number): string {
  if (links === 0) return t('No links are saved for you on this server.');
  return tCount(
    links,
    '{count} link is saved for you on this server. Only a browser that holds the key can see or change them, and this one does.',
    '{count} links are saved for you on this server. Only a browser that holds the key can see or change them, and this one does.',
  );
}

function SharedList({ links }: { readonly links: number }) {
  return (
    <>
      <p>
        {tCount(
          links,
          '{count} link is saved on this server, in one list for everybody who can open this page.',
          '{count} links are saved on this server, in one list for everybody who can open this page.',
        )}
      </p>
      <p>
        {t(
          'A shared list has no recovery code, and nobody can delete all of it at once. You can export it, and delete single links.',
        )}
      </p>
    </>
  );
}
