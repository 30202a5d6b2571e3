import './transfer.css';

import { Download, FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, useSyncExternalStore } from 'react';

import { createWorkspaceApi, exportPaths } from '#web/api/workspace-api.ts';
import type { EnglishText } from '#web/german/german.ts';
import { broadcastRefresh } from '#web/lib/events.ts';
import { t } from '#web/lib/language.ts';
import { writtenLinks } from '#web/lib/storage.ts';
import { useStore } from '#web/lib/store.ts';
import type { InTurn } from '#web/lib/tasks.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FailureBox, Spinner } from '#web/ui/lazy-part.tsx';

import { ImportPreview } from './import-preview.tsx';
import { ImportProgress, tickImported, type Ticks } from './import-progress.tsx';
import { createImportStore } from './import-store.ts';
import { receiveFiles } from './transfer-button.tsx';

type ImportDialogProps = {
  /** A file or text that was dropped or pasted elsewhere. It is opened at once. */
  readonly source: File | string | null;
  readonly selection: Ticks;
  readonly lookUp: LinksController['findSaved'];
  /** Runs one write of links at a time, including those of other parts of the page. */
  readonly inTurn: InTurn;
  /** Called when all links of the given source are imported. */
  readonly onImported?: (() => void) | undefined;
  readonly onClose: () => void;
};

export function ImportDialog({ source, selection, lookUp, inTurn, onImported, onClose }: ImportDialogProps) {
  const [store] = useState(() => {
    const workspace = createWorkspaceApi();
    const importLinks: typeof workspace.importLinks = (links) => inTurn(() => workspace.importLinks(links));
    return createImportStore({ lookUp, importLinks }, (ids) => {
      const ticked = tickImported(ids, selection);
      broadcastRefresh();
      return ticked;
    });
  });
  const state = useStore(store);
  const chosen = useRef(source);
  const isRunning = state.step === 'importing';

  useEffect(() => {
    if (source !== null) void store.open(source);
    return store.close;
  }, [store, source]);

  const finish = useEffectEvent(() => {
    if (chosen.current === writtenLinks.text) writtenLinks.text = '';
    if (chosen.current === source) onImported?.();
  });
  useEffect(() => {
    if (state.step === 'done') finish();
  }, [state]);

  return (
    <Dialog
      title={state.step === 'empty' ? t('Import and export') : t('Import links')}
      className={state.step === 'preview' ? 'dialog-import' : 'dialog-wide'}
      lightDismiss={false}
      // A running import is stopped first, and the dialog then shows how far it came.
      onClose={isRunning ? store.stop : onClose}
    >
      {state.step === 'empty' ? (
        <ChooseSource
          failure={state.failure}
          onChoose={(next) => {
            chosen.current = next;
            void store.open(next);
          }}
        />
      ) : null}
      {state.step === 'reading' ? (
        <p className="transfer-reading">
          <Spinner label={t('Reading')} />
          {state.name === null ? t('Reading the pasted text…') : t('Reading {name}…', { name: state.name })}
        </p>
      ) : null}
      {state.step === 'preview' ? <ImportPreview store={store} state={state} /> : null}
      {'done' in state ? <ImportProgress store={store} state={state} onClose={onClose} /> : null}
    </Dialog>
  );
}

type ChooseSourceProps = {
  readonly failure: string | null;
  readonly onChoose: (source: File | string) => void;
};

function ChooseSource({ failure, onChoose }: ChooseSourceProps) {
  return (
    <div className="transfer">
      <FailureBox message={failure} />
      <FileField onChoose={onChoose} />
      <PasteField onChoose={onChoose} />
      <Bookmarklet />
      <Export />
    </div>
  );
}

function FileField({ onChoose }: Pick<ChooseSourceProps, 'onChoose'>) {
  const field = useRef<HTMLLabelElement>(null);
  const noteId = useId();

  useEffect(() => (field.current === null ? undefined : receiveFiles(field.current, onChoose)), [onChoose]);

  return (
    <label className="file-field" ref={field}>
      <FileUp aria-hidden="true" size={24} />
      <span className="file-field-title">{t('Choose a file, or drop it here')}</span>
      <span className="field-note" id={noteId}>
        {t(
          'CSV or JSON from networks and link managers, browser bookmarks, or any table with a column of URLs. You see every row before anything is saved.',
        )}
      </span>
      <input
        className="visually-hidden"
        type="file"
        aria-label={t('Choose a file')}
        aria-describedby={noteId}
        accept=".csv,.tsv,.tab,.txt,.md,.yaml,.yml,.json,.jsonl,.html,.htm,.xls,text/csv,text/plain,text/html,application/json"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The user may choose the same file again after correcting it.
          target.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
    </label>
  );
}

function PasteField({ onChoose }: Pick<ChooseSourceProps, 'onChoose'>) {
  const id = useId();
  const [text, setText] = useState(writtenLinks.text);
  return (
    <form
      className="paste-field text-field"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(text);
      }}
    >
      <label htmlFor={id}>{t('Paste a list')}</label>
      <textarea
        id={id}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-note`}
        placeholder={t('https://shop.example/knife?tag=you A knife that stays sharp')}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          writtenLinks.text = target.value;
        }}
      />
      <div className="paste-actions">
        <p className="field-note" id={`${id}-note`}>
          {t('One per line: URL and description')}
        </p>
        <Button type="submit">{t('Preview')}</Button>
      </div>
    </form>
  );
}

/** The code of a bookmark that opens this page with the URL and the title of the page that the visitor reads. */
const bookmarklet = () =>
  `javascript:void open('${window.location.origin}/?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title))`;

const stay = (event: Event) => event.preventDefault();

/** React refuses a script as the address of a link, so this sets it. The link is only dragged, never followed. */
function setUpBookmarklet(link: HTMLAnchorElement): () => void {
  link.setAttribute('href', bookmarklet());
  link.addEventListener('click', stay);
  return () => link.removeEventListener('click', stay);
}

function Bookmarklet() {
  return (
    <p className="bookmarklet">
      {t('To save a page you are reading, drag this link to your bookmarks bar and click it there:')}{' '}
      <a href="/" ref={setUpBookmarklet}>
        {t('Save this page as a link')}
      </a>
    </p>
  );
}

const exportNotes = {
  csv: 'For spreadsheets. Formula injection is prevented.',
  json: 'For programs and as a backup.',
  html: 'Bookmarks for browsers and link managers, without dates.',
} as const satisfies Record<keyof typeof exportPaths, EnglishText>;

function Export() {
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  return (
    <section className="export" aria-label={t('Export')}>
      <h3>{t('Export')}</h3>
      <ul>
        {(['csv', 'json', 'html'] as const).map((format) => (
          <li key={format}>
            <a className="button button-quiet" href={exportPaths[format]} download>
              <Download aria-hidden="true" size={16} />
              {t('Export as {format}', { format: format.toUpperCase() })}
            </a>
            <span>{t(exportNotes[format])}</span>
          </li>
        ))}
      </ul>
      <p className="field-note">
        {isOnline
          ? t('Each file contains all saved links and can be imported here again.')
          : t('You’re offline. Exports need a connection.')}
      </p>
    </section>
  );
}

function subscribeToNetwork(listener: () => void): () => void {
  const ended = new AbortController();
  window.addEventListener('online', listener, { signal: ended.signal });
  window.addEventListener('offline', listener, { signal: ended.signal });
  return () => ended.abort();
}
