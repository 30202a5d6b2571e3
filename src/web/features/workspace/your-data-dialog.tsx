import './workspace.css';

import { Suspense, useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';

import type { Workspace } from '#contract/visitor.ts';
import type { Link } from '#core/links/link.ts';
import { createWorkspaceApi } from '#web/api/workspace-api.ts';
import type { EnglishText } from '#web/german/german.ts';
import { broadcastWorkspaceChange } from '#web/lib/events.ts';
import { forgetDisclosures, shopTemplatesKey } from '#web/lib/kept-work.ts';
import { t, tCount, translated } from '#web/lib/language.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { useStore } from '#web/lib/store.ts';
import { Dialog, FocusedText } from '#web/ui/dialog.tsx';
import { FailureBox, Loading, PartFailure, Spinner } from '#web/ui/lazy-part.tsx';

import { DeleteAll, OpenWorkspace, Part, RecoveryCode, SaveCopies, type PartProps } from './data-parts.tsx';
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
  readonly startsWithResults: boolean;
  /** The kept results. */
  readonly results: ReactNode;
  /** The templates of shops. */
  readonly children: ReactNode;
} & Pick<DataStoreOptions, 'inTurn' | 'hasWork'>;

export function YourDataDialog(props: YourDataDialogProps) {
  const { unsaved, links, saved, inTurn, hasWork, storage, onClose, results, children } = props;
  const [tab, setTab] = useState<DataTab>(props.startsWithResults ? 'results' : 'links');
  const [store] = useState(() => {
    const api = createWorkspaceApi();
    return createDataStore({
      api,
      copies: createKeptCopies(api, saved),
      hasWork,
      inTurn,
      onChanged(change) {
        // The parts that use these may not be loaded, so they cannot forget them themselves.
        if (change === 'deleted') {
          forgetDisclosures(storage);
          storage.remove(shopTemplatesKey);
          document.cookie = 'language=; max-age=0';
        }
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
    <Dialog title={t('Your data')} className="data-dialog" startsAtTitle onClose={onClose}>
      <DataTabs shown={tab} onShow={setTab}>
        {tab === 'results' ? (
          <Loading>{results}</Loading>
        ) : (
          <div className="your-data">
            <FailureBox message={failure} onRetry={() => void store.refresh()} />
            {/* All parts appear at once, so that no button moves when a part is loaded. */}
            <Suspense fallback={<Spinner label={t('Loading')} />}>
              <Contents store={store} view={view} unsaved={unsaved} copies={links}>
                <Part title={t('Your own links for whole shops')}>
                  <PartFailure>{children}</PartFailure>
                </Part>
              </Contents>
            </Suspense>
          </div>
        )}
      </DataTabs>
    </Dialog>
  );
}

const tabLabels = { links: 'Links', results: 'Results' } as const satisfies Record<string, EnglishText>;
const tabs = ['links', 'results'] as const;
type DataTab = (typeof tabs)[number];

type DataTabsProps = {
  readonly shown: DataTab;
  readonly onShow: (tab: DataTab) => void;
  readonly children: ReactNode;
};

/** Two tabs. The Tab key stops at the shown one, and an arrow key shows the other one. */
function DataTabs({ shown, onShow, children }: DataTabsProps) {
  const id = useId();

  function moveByKey({ key }: KeyboardEvent): void {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const next = shown === 'links' ? 'results' : 'links';
    onShow(next);
    document.getElementById(`${id}-${next}`)?.focus();
  }

  return (
    <>
      <div className="tab-list" role="tablist" aria-label={t('Your data')}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            className="tab"
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={shown === tab}
            aria-controls={`${id}-panel`}
            tabIndex={shown === tab ? 0 : -1}
            onClick={() => onShow(tab)}
            onKeyDown={moveByKey}
          >
            {t(tabLabels[tab])}
          </button>
        ))}
      </div>
      <div className="data-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </>
  );
}

type ContentsProps = PartProps &
  Pick<YourDataDialogProps, 'unsaved' | 'children'> & { readonly copies: number };

/** The links on the server. The children stand before the deletion, and alone if the server does not answer. */
function Contents({ store, view, unsaved, copies, children }: ContentsProps) {
  const { workspace, done, failure, copies: kept } = view;
  if (workspace === null) return failure === null ? <Spinner label={t('Loading')} /> : children;
  if (workspace.kind === 'shared')
    return (
      <>
        <SharedList links={workspace.links} />
        {children}
      </>
    );
  const summary = (
    <>
      {linksMessage(workspace)}
      {unsaved === 0 ? null : (
        <>
          {' '}
          <strong>
            {tCount(
              unsaved,
              '{count} change in this browser is not saved yet.',
              '{count} changes in this browser are not saved yet.',
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
      {workspace.kind === 'user' ? null : (
        <>
          <RecoveryCode store={store} view={view} exists={workspace.exists} />
          <OpenWorkspace key={done} store={store} view={view} links={workspace.links} unsaved={unsaved} />
        </>
      )}
      {children}
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
  opened: 'The links of the code are now in this browser.',
  deleted: 'All your data was deleted.',
} as const satisfies Record<NonNullable<DataView['done']>, EnglishText>;

function linksMessage({ links, kind }: Workspace): string {
  if (links === 0) return t('No links are saved for you on this server.');
  if (kind === 'user')
    return tCount(
      links,
      '{count} link is saved for you on this server.',
      '{count} links are saved for you on this server.',
    );
  return tCount(
    links,
    '{count} link is saved for you on this server. Only this browser, or someone with your recovery code, can see it.',
    '{count} links are saved for you on this server. Only this browser, or someone with your recovery code, can see them.',
  );
}

function SharedList({ links }: { readonly links: number }) {
  return (
    <>
      <p>
        {tCount(
          links,
          '{count} link is saved on this server, in one list shared by everyone who can open this page.',
          '{count} links are saved on this server, in one list shared by everyone who can open this page.',
        )}
      </p>
      <p>
        {t(
          'A shared list has no recovery code and can’t be deleted all at once. You can export it and delete single links.',
        )}
      </p>
    </>
  );
}
