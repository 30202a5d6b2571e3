import { findModel } from '#core/limits/known-models.ts';
import { costOf } from '#core/limits/tokens.ts';
import { recordingOf, type CorpusCase } from '#provider/corpus/corpus-cases.ts';

import { rounded, type Row } from './table.ts';
import type { Outcome, Run } from './weave-run.ts';

export type CaseOutcome = Outcome & {
  readonly calls: number;
};

/** One case with one model, in both protocols. */
export type Figures = {
  readonly model: string;
  readonly entry: CorpusCase;
  readonly edits: CaseOutcome;
  readonly texts: CaseOutcome;
};

/** In each pair, the first figure is for edits and the second for whole texts. */
export function caseRow({ model, entry, edits, texts }: Figures): Row {
  const pair = (of: (run: Run) => number, digits = 1) =>
    [edits, texts].map(({ run }) => (run === null ? '-' : of(run).toFixed(digits))).join(' / ');
  return {
    model,
    case: entry.id,
    words: entry.words,
    links: entry.links.length,
    answers: recordingOf('edits', entry.id) === null ? 'made' : 'recorded',
    'first link s': pair((run) => run.firstLink),
    'safe s': pair((run) => run.safe),
    'all three s': pair((run) => run.all),
    times: edits.run === null || texts.run === null ? '-' : rounded(texts.run.all / edits.run.all, 1),
    'tokens in': pair((run) => run.inputTokens, 0),
    'tokens out': pair((run) => run.outputTokens, 0),
    'cost $': pair((run) => costIn(model, run), 4),
    calls: `${edits.calls} / ${texts.calls}`,
    'exact links': [edits, texts].map(({ run }) => exactOf(run)).join(' / '),
    'own words in safe %': pair((run) => run.wordsKept * 100),
    refused: [edits, texts]
      .flatMap(({ run, refusal }) => (run === null ? [refusal.split(':')[0] ?? ''] : []))
      .join(', '),
  };
}

function exactOf(run: Run | null): string {
  return run === null ? '-' : `${run.exact} of ${run.wanted}`;
}

function costIn(model: string, run: Run): number {
  const price = findModel(model)?.price ?? null;
  return price === null ? Number.NaN : costOf(run, price);
}

type Way = { readonly model: string; readonly protocol: string; readonly longest: number };

const charactersPerWord = 5.9;

export function fitRow({ model, protocol, longest }: Way): Row {
  return {
    'longest text that fits': model,
    protocol,
    characters: longest,
    'words, about': Math.floor(longest / charactersPerWord / 50) * 50,
  };
}

const timeGoals = [
  { id: '14', words: 800, times: 4 },
  { id: '17 to 1300', words: 1300, times: 8 },
  { id: '23 to 4500', words: 4500, times: 15 },
];

/** Compares the edits with one call that answers with whole texts, where that call is possible. */
export function goalRows(figures: readonly Figures[]): Row[] {
  const runs = figures.flatMap(({ edits }) => (edits.run === null ? [] : [edits.run]));
  const first = Math.max(...runs.map(({ firstLink }) => firstLink));
  const exact = runs.reduce((sum, run) => sum + run.exact, 0);
  const wanted = runs.reduce((sum, run) => sum + run.wanted, 0);
  const untouched = runs.filter((run) => run.wordsKept === 1 && run.onlyAdds).length;
  return [
    ...timeGoals.flatMap(({ id, words, times }) =>
      figures
        .filter(({ entry }) => entry.id === id)
        .map(({ model, edits, texts }) => {
          const ratio = edits.run === null || texts.run === null ? null : texts.run.all / edits.run.all;
          return goal(
            `${words} words, ${model}: time to all three at most 1/${times}`,
            ratio === null
              ? `whole texts do not run${edits.run === null ? ', nor do edits' : ''}`
              : `1/${ratio.toFixed(1)}`,
            ratio === null ? edits.run !== null : ratio >= times,
          );
        }),
    ),
    goal('first woven link under 3 s, in every run', `${first.toFixed(1)} s at most`, first < 3),
    goal('exact links', `${exact} of ${wanted}`, exact === wanted),
    goal(
      "the author's words in safe",
      `all, in ${untouched} of ${runs.length} runs`,
      untouched === runs.length,
    ),
  ];
}

function goal(name: string, measured: string, isMet: boolean): Row {
  return { goal: name, measured, met: isMet ? 'yes' : 'NO' };
}
