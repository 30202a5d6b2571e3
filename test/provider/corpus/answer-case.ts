import { versionMarkers, type VersionName } from '#core/edits/version-names.ts';
import { onOneLine } from '#core/lib/helpers.ts';
import type { ChatRequest } from '#provider/chat-request.ts';

import { asksForEdits } from '#provider/write-edits-from-prompt.ts';

import type { CorpusCase } from './corpus-cases.ts';
import { generateEdits } from './generated-edits.ts';
import { writeEdits, type Shown } from './write-edits.ts';
import { writeTexts } from './write-texts.ts';
import { recordedEdits, type WantedEdits } from './wanted-edits.ts';

type CaseAnswer = {
  readonly entry: CorpusCase;
  readonly form: 'edits' | 'texts';
  readonly text: string;
};

/**
 * Returns a function that answers a prompt about one of the cases as the recorded model did, in the form that the
 * prompt asks for. It returns null if the prompt contains no link of the cases.
 */
export function createCaseAnswers(cases: readonly CorpusCase[]) {
  const wanted = new Map<string, WantedEdits>();

  function wantedOf(entry: CorpusCase): WantedEdits {
    const known = wanted.get(entry.id) ?? recordedEdits(entry) ?? generateEdits(entry);
    wanted.set(entry.id, known);
    return known;
  }

  return (request: ChatRequest): CaseAnswer | null => {
    const prompt = request.messages.at(-1)?.content ?? '';
    const entry = cases.find(({ links }) => links.some((link) => lineWith(prompt, link) !== null));
    if (entry === undefined) return null;
    if (!asksForEdits(prompt)) return { entry, form: 'texts', text: writeTexts(entry, wantedOf(entry)) };
    const shown = { ...whatIsShown(prompt), labels: labelsIn(prompt, entry) };
    return { entry, form: 'edits', text: writeEdits(entry, wantedOf(entry), shown) };
  };
}

function whatIsShown(prompt: string): Omit<Shown, 'labels'> {
  const numbers = new Set([...prompt.matchAll(/[[{<](\d+)\+?[\]}>] /gu)].map(([, number]) => Number(number)));
  const allowed = (name: VersionName) => {
    const [, most = '0'] =
      new RegExp(`^- ${versionMarkers[name]}: .*REPLACE (any|at most \\d+)`, 'mu').exec(prompt) ?? [];
    return most === 'any' ? Number.POSITIVE_INFINITY : Number(most.replace('at most ', ''));
  };
  return {
    numbers,
    allowed: {
      safe: 0,
      exploratory: allowed('exploratory'),
      experimental: allowed('experimental'),
    },
  };
}

/** Returns the labels of the prompt, by the index of the link in the case. */
function labelsIn(prompt: string, { links }: CorpusCase): ReadonlyMap<number, string> {
  return new Map(
    links.flatMap((link, index): [number, string][] => {
      const label = lineWith(prompt, link)?.match(/\bL+\d+\b/u)?.[0];
      return label === undefined ? [] : [[index, label]];
    }),
  );
}

/** Returns the line of the list of links that describes the link. */
function lineWith(prompt: string, { description }: CorpusCase['links'][number]): string | null {
  return (
    prompt.split('\n').find((line) => `${line} |`.includes(`| description: ${onOneLine(description)} |`)) ??
    null
  );
}
