import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { versionNames } from '#core/edits/version-names.ts';

import { parseDocument } from '#core/document/document.ts';
import type { Expected } from './odd-answers.ts';
import { brokenDrops, brokenExpectation } from './promises/judge-expected.ts';
import { brokenLimits } from './promises/judge-limits.ts';
import { brokenPlaces } from './promises/judge-places.ts';
import { brokenReport } from './promises/judge-report.ts';
import { brokenWords } from './promises/judge-words.ts';
import type { BrokenPromise } from './promises/judged-version.ts';

/** The result of a generation from one answer. */
export type Outcome = {
  /** Null if the generation failed without a result. */
  readonly generation: FinishedGeneration | null;
  /** The code of its problem, or null. */
  readonly problem: string | null;
  /** The user message of each call, in order. */
  readonly prompts: readonly string[];
  /** Whether the second call was answered. */
  readonly isRepaired: boolean;
};

type Question = {
  readonly content: string;
  readonly links: readonly ChosenLink[];
  readonly answer: string;
  readonly expected: Expected;
};

/**
 * Returns the promises that a generation breaks, whatever the model answered. It has its own checks. From the product
 * it takes only where sentences begin and end, and how many may be replaced.
 */
export function judgeGeneration(question: Question, outcome: Outcome): BrokenPromise[] {
  const { content, links, answer, expected } = question;
  const { generation, problem, prompts } = outcome;
  if (generation === null)
    return expected.unreadable ? [] : [{ row: expected.row, text: `ended with ${problem ?? 'nothing'}` }];
  const sentences = numberSentences(parseDocument(content));
  const urls = links.map(({ url }) => url);
  const isHtml = content.trimStart().startsWith('<');
  const ofVersions = versionNames.flatMap((name) => {
    const version = { name, content, isHtml, sentences, urls, edits: generation.edits[name] };
    return [
      ...brokenReport(version, generation, answer),
      ...brokenWords(version),
      ...brokenPlaces(version),
      ...brokenLimits(version),
      ...brokenExpectation(version, generation, expected, outcome.isRepaired),
    ];
  });
  const [, again] = prompts;
  const hidden = expected.shown.filter((words) => again?.includes(words) !== true);
  return eachOnce([
    ...ofVersions,
    ...brokenDrops(generation, expected),
    ...hidden.map((words) => ({ row: expected.row, text: `the second call does not show "${words}"` })),
  ]);
}

function eachOnce(broken: readonly BrokenPromise[]): BrokenPromise[] {
  return [...new Map(broken.map((promise) => [`${promise.row} ${promise.text}`, promise])).values()];
}
