import type { LinkImport, LinkImportResult } from '#contract/links.ts';
import type { TransferApi } from '#web/api/transfer-api.ts';

import { batchSize } from './batches.ts';

export type ImportLink = LinkImport['links'][number] & {
  /** Where it was found, for telling what was refused. */
  readonly row: number;
};

export type RefusedLink = Pick<ImportLink, 'row' | 'url' | 'description'> & { readonly reason: string };

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
  readonly onChange: () => void;
};

/** `links`: oldest first. Their ids make it safe to send a request again whose answer was lost. */
export function createImportRun(links: readonly ImportLink[], host: ImportRunHost): ImportRun {
  let next = 0;
  let isUnanswered = false;
  let stopping = new AbortController();
  let progress: ImportProgress = { ...nothingDone, total: links.length };

  function show(change: Partial<ImportProgress>): void {
    progress = { ...progress, ...change };
    host.onChange();
  }

  async function sendNext(): Promise<void> {
    const weigh = (index: number) =>
      (links[index]?.url.length ?? 0) + (links[index]?.description.length ?? 0);
    const batch = links.slice(next, next + batchSize(weigh, next, links.length));
    const counted = countResults(progress, batch, await host.api.importLinks(batch.map(withoutRow)));
    next += batch.length;
    // They were saved by a request whose answer was lost.
    if (isUnanswered)
      show({ ...counted, created: counted.created + counted.kept - progress.kept, kept: progress.kept });
    else show(counted);
    isUnanswered = false;
  }

  return {
    progress: () => progress,
    stop: () => stopping.abort(),
    async goOn() {
      stopping = new AbortController();
      show({ phase: 'running', failure: null });
      try {
        while (next < links.length && !stopping.signal.aborted) await sendNext();
        show({ phase: next < links.length ? 'stopped' : 'finished' });
      } catch (failure) {
        isUnanswered = true;
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

function countResults(
  { done, created, kept, refused }: ImportProgress,
  batch: readonly ImportLink[],
  results: LinkImportResult['results'],
): Pick<ImportProgress, 'done' | 'created' | 'kept' | 'refused'> {
  const byId = new Map(results.map((result) => [result.id, result]));
  const count = (status: 'created' | 'kept') =>
    batch.filter(({ id }) => byId.get(id)?.status === status).length;
  const turnedDown = batch.flatMap((link) => {
    const result = byId.get(link.id);
    return result?.status === 'refused' ? toRefused(link, result.detail) : [];
  });
  return {
    done: done + batch.length,
    created: created + count('created'),
    kept: kept + count('kept'),
    refused: [...refused, ...turnedDown],
  };
}

function toRefused({ row, url, description }: ImportLink, reason: string): RefusedLink {
  return { row, url, description, reason };
}

function withoutRow({ row: _row, ...link }: ImportLink): LinkImport['links'][number] {
  return link;
}
