import type { Edit } from '#core/edits/edit.ts';
import { perVersion } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import { checkEdits } from '#core/report/test-check-edits.ts';

import type { KeptResult } from './result-storage.ts';

export const knife = { id: 'knife', url: 'https://shop.example/knife', description: 'Ein Ölmesser' };
const board = { id: 'board', url: 'https://shop.example/board?a=1', description: 'Board' };

/**
 * Returns a generation. Its safe version has the link to the knife behind the text. The link to the board is in no
 * version.
 */
export function generationOf(text: string): FinishedGeneration {
  const links = [knife, board].map((link) => ({ ...link, integrations: 1 as const }));
  const edits = perVersion((name): readonly Edit[] => (name === 'safe' ? [knifeBehind(text)] : []));
  return { text, links, edits, unfinished: [], usage: null, ...checkEdits(text, edits, links) };
}

function knifeBehind({ length }: string): Edit {
  return { id: '1', start: length, end: length, text: ` See ${writeMarkup('it', knife.url)}.`, by: 'model' };
}

let count = 0;

/** Returns a kept result. Each call returns a newer one. */
export function keptOf(text: string, changes: KeptResult['changes'] = {}): KeptResult {
  count += 1;
  const id = String(count).padStart(6, '0');
  return { id, finishedAt: count, shown: { phase: 'result', generation: generationOf(text) }, changes };
}
