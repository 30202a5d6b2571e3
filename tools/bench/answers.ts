import process from 'node:process';

import { createCaseAnswers } from '#provider/corpus/answer-case.ts';
import { ownCases, recordedAnswers } from '#provider/corpus/corpus-cases.ts';
import { judgeGeneration } from '#provider/corpus/judge-generation.ts';
import {
  allGood,
  readOddAnswers,
  rows,
  type Expected,
  type Row as RowName,
} from '#provider/corpus/odd-answers.ts';
import { playAnswer, type Played } from '#provider/corpus/play-answer.ts';
import { offeredAnswers } from '#provider/corpus/promises/offered-answers.ts';
import { promptOf } from '#provider/corpus/promises/prompt-of.ts';
import type { BrokenPromise } from '#provider/corpus/promises/judged-version.ts';

import type { Row } from './table.ts';

/** The broken promises of one answer, with a refused and with an answered second call. */
type Seen = { readonly row: string; readonly name: string; readonly broken: readonly BrokenPromise[] };

/**
 * Counts the promises that break on odd, hostile and good answers. Returns one table by row of faults and one by
 * promise. Before the tables, prints which promise broke on which answer.
 */
export async function benchAnswers(): Promise<Row[][]> {
  const odd = await seenOfOdd();
  const offered = await seenOfOffered();
  const good = await seenOfGood();
  for (const { row, name, broken } of [...odd, ...offered, ...good]) {
    if (broken.length > 0) process.stdout.write(`\n${row} ${name}\n`);
    for (const promise of broken) process.stdout.write(`    ${promise.row} ${promise.text}\n`);
  }
  const all = [...odd, ...offered, ...good];
  return [
    [
      ...rowNames().map((row) =>
        rowOf(
          `${row} ${rows[row]}`,
          odd.filter((seen) => seen.row === row),
        ),
      ),
      rowOf('K each number that a prompt offers', offered),
      rowOf(
        'good edits',
        good.filter(({ row }) => row === 'edits'),
      ),
      rowOf(
        'good whole texts',
        good.filter(({ row }) => row === 'texts'),
      ),
    ],
    rowNames().map((row) => {
      const broken = all.flatMap((seen) => seen.broken.filter((promise) => promise.row === row));
      const hit = all.filter((seen) => seen.broken.some((promise) => promise.row === row));
      return { promise: `${row} ${rows[row]}`, 'answers that break it': hit.length, times: broken.length };
    }),
  ];
}

function rowNames(): RowName[] {
  return readOddAnswers()
    .map(({ row }) => row)
    .filter((row, index, all) => all.indexOf(row) === index);
}

function rowOf(row: string, seen: readonly Seen[]): Row {
  const broken = seen.flatMap((each) => each.broken);
  return {
    row,
    answers: seen.length,
    'broken by': seen.filter((each) => each.broken.length > 0).length,
    'versions read': seen.length * 6,
    'broken promises seen': broken.length,
    'must be': 0,
  };
}

async function seenOfOdd(): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const odd of readOddAnswers())
    seen.push({ row: odd.row, name: odd.file, broken: await brokenOf(odd, odd) });
  return seen;
}

async function seenOfOffered(): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const entry of ownCases)
    for (const { says, played, expected } of offeredAnswers(entry))
      seen.push({ row: 'K', name: `${entry.id} ${says}`, broken: await brokenOf(played, expected) });
  return seen;
}

async function seenOfGood(): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const entry of recordedAnswers('edits')) {
    const text = createCaseAnswers([entry])(promptOf(entry, 'edits'))?.text ?? '';
    const played = { entry, protocol: 'edits', text, textAgain: null } as const;
    seen.push({ row: 'edits', name: entry.id, broken: await brokenOf(played, allGood(entry, 'J')) });
  }
  for (const entry of recordedAnswers('rewrite')) {
    const played = { entry, protocol: 'rewrite', text: entry.answer, textAgain: null } as const;
    seen.push({ row: 'texts', name: entry.id, broken: await brokenOf(played, allGood(entry, 'G')) });
  }
  return seen;
}

/** Plays the answer with a refused and with an answered second call. A promise that breaks both times counts once. */
async function brokenOf(played: Played, expected: Expected): Promise<BrokenPromise[]> {
  const broken = new Map<string, BrokenPromise>();
  for (const again of ['refused', 'answered'] as const) {
    const outcome = await playAnswer(played, { pieces: Number.MAX_SAFE_INTEGER, again });
    const question = { ...played.entry, answer: played.text, expected };
    for (const promise of judgeGeneration(question, outcome))
      broken.set(`${promise.row} ${promise.text}`, promise);
  }
  return [...broken.values()];
}
