import type { FoundLink } from '#core/link-files/found-link.ts';
import type { SavedLinks } from '#core/link-files/import-plan.ts';

import { batchSize, type TransferApi } from '#web/api/transfer-api.ts';

/** Asks the server which links are saved already. It asks about each URL and id once. */
export type SavedLookup = {
  readonly saved: SavedLinks;
  check(
    links: readonly FoundLink[],
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
};

type Question = { readonly key: 'urls' | 'ids'; readonly text: string };

export function createSavedLookup(api: Pick<TransferApi, 'lookUp'>): SavedLookup {
  const saved = { urls: new Set<string>(), ids: new Set<string>() };
  const asked = { urls: new Set<string>(), ids: new Set<string>() };

  function questionsOn(links: readonly FoundLink[]): Question[] {
    const urls = new Set(
      links.map(({ url }) => url.trim()).filter((url) => url !== '' && !asked.urls.has(url)),
    );
    const ids = new Set(links.flatMap(({ id }) => (id === undefined || asked.ids.has(id) ? [] : id)));
    return [
      ...[...urls].map((text) => ({ key: 'urls' as const, text })),
      ...[...ids].map((text) => ({ key: 'ids' as const, text })),
    ];
  }

  return {
    saved,
    async check(links, onProgress, signal) {
      const questions = questionsOn(links);
      let start = 0;
      while (start < questions.length) {
        onProgress(start, questions.length);
        const size = batchSize((index) => questions[index]?.text.length ?? 0, start, questions.length);
        const batch = questions.slice(start, start + size);
        const of = (key: Question['key']) => batch.filter((one) => one.key === key).map(({ text }) => text);
        const found = await api.lookUp({ urls: of('urls'), ids: of('ids') }, signal);
        for (const { id, url } of found) {
          saved.urls.add(url);
          saved.ids.add(id);
        }
        for (const { key, text } of batch) asked[key].add(text);
        start += size;
      }
    },
  };
}
