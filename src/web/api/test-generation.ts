import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

const report = {
  links: [],
  unknownUrls: [],
  sentencesAdded: 0,
  sentencesRewritten: 0,
  wordsAdded: 0,
  claims: [],
  sentencesKept: 1,
  sentencesTotal: 1,
  wordsChanged: 0,
  wordsTotal: 1,
  words: 1,
  linksExchanged: 0,
  dropped: [],
  moved: [],
};

/** Returns a generation without links. Its only finished version is the safe one, which is the text itself. */
export function testGeneration(text: string): FinishedGeneration {
  return {
    text,
    links: [],
    versions: { safe: text, exploratory: '', experimental: '' },
    edits: { safe: [], exploratory: [], experimental: [] },
    report: { safe: report, exploratory: report, experimental: report },
    unfinished: ['exploratory', 'experimental'],
    usage: null,
  };
}
