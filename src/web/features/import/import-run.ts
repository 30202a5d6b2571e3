import type { LinkImport } from '#contract/link-requests.ts';
import type { LinkImportResult } from '#contract/links.ts';
import type { PlannedRow } from '#core/link-files/import-plan.ts';
import { batchSize } from '#web/api/transfer-api.ts';
import type { TransferApi } from '#web/api/transfer-api.ts';

export type ImportLink = LinkImport['links'][number];

export type RefusedLink = Pick<PlannedRow, 'row' | 'url' | 'description'> & { readonly reason: string };

export type ImportProgress = {
  readonly phase: 'running' | 'stopped' | 'failed' | 'finished';
  readonly done: number;
  readonly total: number;
  readonly created: number;
  /** They were there already, and stay as they are. */
  readonly kept: number;
  readonly refused: readonly RefusedLink[];
  /** Why it stands still, when the phase is `failed`. */
  readonly failure: string | null;
};

/** Saves links in requests one after the other. It can stop between them, and go on where it stood. */
export type ImportRun = {
  progress(): ImportProgress;
  goOn(): Promise<void>;
  /** Takes effect once the request under way is answered. */
  stop(): void;
};

type ImportRunHost = {
  readonly api: Pick<TransferApi, 'importLinks'>;
  readonly makeLink: (row: PlannedRow) => ImportLink;
  readonly onChange: () => void;
};

type Batch = { readonly rows: readonly PlannedRow[]; readonly links: readonly ImportLink[] };

/** `rows`: oldest first. */
export function createImportRun(rows: readonly PlannedRow[], host: ImportRunHost): ImportRun {
  // Links are sent again with the ids they had: what was saved although the answer was lost is not saved twice.
  let unanswered: Batch | null = null;
  let stopping = new AbortController();
  let progress: ImportProgress = { ...nothingDone, total: rows.length };

  function show(change: Partial<ImportProgress>): void {
    progress = { ...progress, ...change };
    host.onChange();
  }

  function nextBatch(): Batch {
    const start = progress.done;
    const weigh = (index: number) => (rows[index]?.url.length ?? 0) + (rows[index]?.description.length ?? 0);
    const batch = rows.slice(start, start + batchSize(weigh, start, rows.length));
    return { rows: batch, links: batch.map(host.makeLink) };
  }

  async function sendNext(): Promise<void> {
    const isSecondTry = unanswered !== null;
    const batch = unanswered ?? nextBatch();
    unanswered = batch;
    const results = await host.api.importLinks([...batch.links]);
    unanswered = null;
    show(countResults(progress, batch, results, isSecondTry));
  }

  return {
    progress: () => progress,
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

/** What is there already at a second try was saved by the first. */
function countResults(
  { done, created, kept, refused }: ImportProgress,
  batch: Batch,
  results: LinkImportResult['results'],
  isSecondTry: boolean,
): Partial<ImportProgress> {
  const byId = new Map(results.map((result) => [result.id, result]));
  const fates = batch.links.map(({ id }) => byId.get(id));
  const count = (status: 'created' | 'kept') => fates.filter((fate) => fate?.status === status).length;
  const turnedDown = batch.rows.flatMap(({ row, url, description }, index) => {
    const fate = fates[index];
    return fate?.status === 'refused' ? { row, url, description, reason: fate.detail } : [];
  });
  return {
    done: done + batch.rows.length,
    created: created + count('created') + (isSecondTry ? count('kept') : 0),
    kept: kept + (isSecondTry ? 0 : count('kept')),
    refused: [...refused, ...turnedDown],
  };
}
