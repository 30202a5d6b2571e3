import type { Edit } from '#core/edits/edit.ts';
import { perVersion } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import { checkEdits } from '#core/report/test-check-edits.ts';
import type { TabChannel } from '#web/lib/events.ts';

import { keptWorkOf, type KeptWork } from './work.ts';

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
export function keptOf(text: string, changes: KeptWork['changes'] = {}): KeptWork {
  count += 1;
  const id = String(count).padStart(6, '0');
  return keptWorkOf({
    id,
    at: count,
    shown: { phase: 'result', generation: generationOf(text) },
    changes,
    relinks: [],
  });
}

/** Returns the local storage of a browser that has space for this number of characters in each entry. */
export function createTestStorage(space = 5_000_000): Storage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem(key, value) {
      if (value.length > space) throw new DOMException('Full.', 'QuotaExceededError');
      entries.set(key, value);
    },
  };
}

/** Returns a function that opens the channel of one more tab. */
export function createTestChannels(): () => TabChannel {
  const tabs = new Map<object, (message: unknown) => void>();
  return () => {
    const own = {};
    return {
      onMessage: (listener) => void tabs.set(own, listener),
      tell: (message) => tabs.forEach((listener, tab) => tab !== own && listener(message)),
    };
  };
}
