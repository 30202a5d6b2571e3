import type { LinkImport } from '#contract/link-requests.ts';
import type { LinkImportResult } from '#contract/links.ts';
import type { PlannedRow } from '#core/link-files/import-plan.ts';
import { batchSize, type TransferApi } from '#web/api/transfer-api.ts';

export type ImportLink = LinkImport['links'][number];

export type RefusedLink = Pick<PlannedRow, 'row' | 'url' | 'description'> & { readonly reason: string };

export type ImportProgress = {
  readonly phase: 'running' | 'stopped' | 'failed' | 'finished';
  readonly done: number;
  readonly total: number;
  readonly created: number;
  /** They were saved already and were not changed. */
  readonly kept: number;
  readonly refused: readonly RefusedLink[];
  /** The reason when the phase is `failed`, else null. */
  readonly failure: string | null;
};

/** Saves links in several requests, one after the other. */
export type ImportRun = {
  /** Starts, or continues after a stop or a failure. Never rejects. */
  goOn(): Promise<void>;
  /** Stops when the current request is answered. */
  stop(): void;
};

type ImportRunOptions = {
  readonly api: Pick<TransferApi, 'importLinks'>;
  readonly makeLink: (row: PlannedRow) => ImportLink;
  readonly onProgress: (progress: ImportProgress) => void;
};

type Batch = readonly { readonly row: PlannedRow; readonly link: ImportLink }[];

/** `rows`: oldest first. */
export function createImportRun(
  rows: readonly PlannedRow[],
  { api, makeLink, onProgress }: ImportRunOptions,
): ImportRun {
  // A batch without an answer is sent again with the same ids, so that no link is saved twice.
  let unanswered: Batch | null = null;
  let stopping = new AbortController();
  let progress: ImportProgress = { ...nothingDone, total: rows.length };

  function show(change: Partial<ImportProgress>): void {
    progress = { ...progress, ...change };
    onProgress(progress);
  }

  function nextBatch(): Batch {
    const start = progress.done;
    const weigh = (index: number) => (rows[index]?.url.length ?? 0) + (rows[index]?.description.length ?? 0);
    const next = rows.slice(start, start + batchSize(weigh, start, rows.length));
    return next.map((row) => ({ row, link: makeLink(row) }));
  }

  async function sendNext(): Promise<void> {
    const isSecondTry = unanswered !== null;
    const batch = (unanswered ??= nextBatch());
    const results = await api.importLinks(batch.map(({ link }) => link));
    unanswered = null;
    show(countResults(progress, batch, results, isSecondTry));
  }

  return {
    stop: () => stopping.abort(),
    async goOn() {
      stopping = new AbortController();
      show({ phase: 'running', failure: null });
      try {
        while (progress.done < rows.length && !stopping.signal.aborted) await sendNext();
        show({ phase: progress.done < rows.length ? 'stopped' : 'finished' });
      } catch (failure) {
        show({ phase: 'failed', failure: failure instanceof Error ? failure.message : '' });
      }
    },
  };
}

const nothingDone = {
  phase: 'running',
  done: 0,
  created: 0,
  kept: 0,
  refused: [],
  failure: null,
} satisfies Omit<ImportProgress, 'total'>;

/** In a second try, a link that is there already was saved by the first try. */
function countResults(
  { done, created, kept, refused }: ImportProgress,
  batch: Batch,
  results: LinkImportResult['results'],
  isSecondTry: boolean,
): Partial<ImportProgress> {
  const byId = new Map(results.map((result) => [result.id, result]));
  const outcomes = batch.map(({ row, link }) => ({ row, result: byId.get(link.id) }));
  const count = (status: 'created' | 'kept') =>
    outcomes.filter(({ result }) => result?.status === status).length;
  const refusedNow = outcomes.flatMap(({ row: { row, url, description }, result }) =>
    result?.status === 'refused' ? { row, url, description, reason: result.detail } : [],
  );
  return {
    done: done + batch.length,
    created: created + count('created') + (isSecondTry ? count('kept') : 0),
    kept: kept + (isSecondTry ? 0 : count('kept')),
    refused: [...refused, ...refusedNow],
  };
}
