import type { TableChoices } from '#core/link-files/link-table.ts';

import type { Preview } from './import-view.ts';
import { findLinks, planImport } from './plan-import.ts';
import type { LinkSource } from './read-source.ts';
import type { SavedLookup } from './saved-links.ts';

/** Shows what each row will do: at once as far as it is known, and again when the server has said what is saved. */
export async function previewSource(
  source: LinkSource,
  choices: TableChoices | null,
  lookup: SavedLookup,
  show: (preview: Preview) => void,
  signal: AbortSignal,
): Promise<void> {
  const links = await findLinks(source, choices, signal);
  const plan = await planImport(links, lookup.saved, signal);
  const preview = { step: 'preview', source, choices, plan } as const;
  const showProgress = (done: number, total: number) =>
    show({ ...preview, check: { kind: 'running', done, total } });

  showProgress(0, links.length);
  try {
    await lookup.check(links, showProgress, signal);
  } catch (failure) {
    signal.throwIfAborted();
    const message = failure instanceof Error ? failure.message : String(failure);
    show({ ...preview, check: { kind: 'failed', message } });
    return;
  }
  show({ ...preview, plan: await planImport(links, lookup.saved, signal), check: { kind: 'done' } });
}
