import { align } from './diff-align.ts';
import { pairsOf } from './diff-pairs.ts';
import type { Pair, Side } from './diff-pairs.ts';
import { createKeys, tokensOf, unitsOf } from './diff-tokens.ts';

/**
 * What stays of the content, and the stretch of the other text that it stands for. `same`: both are equal; `space`: both
 * are white space; `undone`: what the other text has there instead is left out.
 */
export type Run = {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
  readonly kind: 'same' | 'space' | 'undone';
};

export type DiffOptions = {
  /** Nothing of the content is changed or dropped: where the other text does so, the content stays. */
  readonly safe: boolean;
  /** White space of the content stays as it is where the other text only sets it another way. */
  readonly keepSpace: boolean;
  /** Whether a stretch of the other text holds something that was asked for. */
  readonly isWanted: (start: number, end: number) => boolean;
};

export type Diff = {
  /** In order. What stands between two of them is changed. */
  readonly runs: readonly Run[];
  /** Stretches of the other text that were left out for the sake of the content. */
  readonly lost: readonly { readonly start: number; readonly end: number }[];
};

/** Compares sentence by sentence, then word by word. */
export function diffTexts(content: string, other: string, options: DiffOptions): Diff {
  const keys = createKeys();
  const a = sideOf(content, keys);
  const b = sideOf(other, keys);
  const { pairs, tangles } = pairsOf(a, b);
  const writer = createRuns(content, other, a, b, options);
  const steps = pairs.map((pair) => ({ ...pair, aTo: pair.a + 1, bTo: pair.b + 1 }));
  for (const { aFrom, aTo, bFrom, bTo } of tangles) steps.push({ a: aFrom, b: bFrom, aTo, bTo });
  steps.sort((one, two) => one.a - two.a);
  let from = { a: 0, b: 0 };
  for (const { a: aFrom, b: bFrom, aTo, bTo } of steps) {
    writer.gap(from, { a: aFrom, b: bFrom });
    writer.words({ a: aFrom, b: bFrom }, { a: aTo, b: bTo });
    from = { a: aTo, b: bTo };
  }
  writer.gap(from, { a: a.units.length, b: b.units.length });
  return writer.end();
}

function sideOf(text: string, keys: ReturnType<typeof createKeys>): Side {
  const tokens = tokensOf(text, keys);
  return { tokens, units: unitsOf(text, tokens, keys) };
}

function createRuns(content: string, other: string, a: Side, b: Side, options: DiffOptions) {
  const runs: Run[] = [];
  const lost: { start: number; end: number }[] = [];
  const aAt = (unit: number) => a.tokens[a.units[unit]?.from ?? a.tokens.length]?.start ?? content.length;
  const bAt = (unit: number) => b.tokens[b.units[unit]?.from ?? b.tokens.length]?.start ?? other.length;

  function keep(aStart: number, aEnd: number, bStart: number, bEnd: number): void {
    const last = runs.at(-1);
    const same = content.slice(aStart, aEnd) === other.slice(bStart, bEnd);
    if (!same && !options.keepSpace) return;
    if (same && last?.kind === 'same' && last.aEnd === aStart && last.bEnd === bStart) {
      runs[runs.length - 1] = { ...last, aEnd, bEnd };
    } else runs.push({ aStart, aEnd, bStart, bEnd, kind: same ? 'same' : 'space' });
  }

  function undo(aStart: number, aEnd: number, bStart: number, bEnd: number): void {
    runs.push({ aStart, aEnd, bStart, bEnd, kind: 'undone' });
    if (bEnd > bStart && other.slice(bStart, bEnd).trim() !== '') lost.push({ start: bStart, end: bEnd });
  }

  return {
    /** Units without a counterpart between two pairs. */
    gap(from: Pair, to: Pair): void {
      gapRuns({ a, b, aAt, bAt, keep, undo, options }, from, to);
    },
    /** Sentences that stand for each other, from the first up to and without the last. */
    words(from: Pair, to: Pair): void {
      const aTokens = a.tokens.slice(a.units[from.a]?.from, a.units[to.a - 1]?.to);
      const bTokens = b.tokens.slice(b.units[from.b]?.from, b.units[to.b - 1]?.to);
      const match = matchWords(
        aTokens.map(({ key }) => key),
        bTokens.map(({ key }) => key),
        aTokens,
        options.safe,
      );
      if (match === null) {
        undo(aAt(from.a), aTokens.at(-1)?.end ?? 0, bAt(from.b), bTokens.at(-1)?.end ?? 0);
        return;
      }
      for (const [index, { start, end, kind }] of aTokens.entries()) {
        const found = bTokens[match[index] ?? -1];
        if (found !== undefined) keep(start, end, found.start, found.end);
        else if (options.safe && kind === 'space') {
          const before = runs.at(-1)?.bEnd ?? 0;
          undo(start, end, before, before);
        }
      }
    },
    end: (): Diff => ({ runs, lost }),
  };
}

type Token = Side['tokens'][number];

/** Null in safe, where a word of the author's would be lost. */
function matchWords(
  a: readonly number[],
  b: readonly number[],
  tokens: readonly Token[],
  safe: boolean,
): Int32Array | null {
  const match = align(a, b);
  if (!safe) {
    dissolve(match, tokens);
    return match;
  }
  if (tokens.every(({ kind }, index) => kind === 'space' || (match[index] ?? -1) >= 0)) return match;
  return subsequence(a, b, tokens);
}

/** Word after word at its first place. */
function subsequence(
  a: readonly number[],
  b: readonly number[],
  tokens: readonly Token[],
): Int32Array | null {
  const match = new Int32Array(a.length).fill(-1);
  let at = 0;
  for (const [index, key] of a.entries()) {
    if (tokens[index]?.kind === 'space') {
      if (b[at] === key) match[index] = at++;
      continue;
    }
    while (at < b.length && b[at] !== key) at += 1;
    if (at === b.length) return null;
    match[index] = at++;
  }
  return match;
}

/** One or two words that happen to stand in both are no reason to tell two changes apart. */
function dissolve(match: Int32Array, tokens: readonly Token[]): void {
  let from = 0;
  while (from < match.length) {
    if ((match[from] ?? -1) < 0) {
      from += 1;
      continue;
    }
    let to = from + 1;
    while (to < match.length && match[to] === (match[to - 1] ?? 0) + 1) to += 1;
    const island = tokens.slice(from, to);
    const words = island.filter(({ kind }) => kind === 'word').length;
    const isFixed = island.some(({ kind }) => kind === 'atom');
    if (from > 0 && to < match.length && words < 3 && !isFixed) match.fill(-1, from, to);
    from = to;
  }
}

type Gap = {
  readonly a: Side;
  readonly b: Side;
  readonly aAt: (unit: number) => number;
  readonly bAt: (unit: number) => number;
  readonly keep: (aStart: number, aEnd: number, bStart: number, bEnd: number) => void;
  readonly undo: (aStart: number, aEnd: number, bStart: number, bEnd: number) => void;
  readonly options: DiffOptions;
};

function gapRuns(gap: Gap, from: Pair, to: Pair): void {
  const { a, b, aAt, bAt, keep, undo, options } = gap;
  const aSpace = (unit: number) => unit >= from.a && unit < to.a && a.units[unit]?.space === true;
  const bSpace = (unit: number) => unit >= from.b && unit < to.b && b.units[unit]?.space === true;
  const isEqual = (aUnit: number, bUnit: number) => a.units[aUnit]?.key === b.units[bUnit]?.key;
  const isEnd = to.a === a.units.length;
  const pair = (aUnit: number, bUnit: number) => keep(aAt(aUnit), aAt(aUnit + 1), bAt(bUnit), bAt(bUnit + 1));

  if (to.a - from.a === 1 && aSpace(from.a)) {
    const last = to.b - 1;
    const choice =
      isEnd && !bSpace(last) && last >= from.b
        ? -1
        : ([last, from.b].find((unit) => bSpace(unit) && isEqual(from.a, unit)) ??
          [last, from.b].find(bSpace) ??
          -1);
    if (choice >= 0) pair(from.a, choice);
    else if (options.safe || options.keepSpace) undo(aAt(from.a), aAt(to.a), bAt(to.b), bAt(to.b));
    return;
  }
  if (to.a === from.a) return;
  if (!options.safe) {
    for (const [mine, its] of fixedPairs(gap, from, to)) keep(mine.start, mine.end, its.start, its.end);
    return;
  }
  const leads = aSpace(from.a) && bSpace(from.b);
  const ends = aSpace(to.a - 1) && bSpace(to.b - 1) && to.b - 1 > from.b - (leads ? 0 : 1);
  const inner = {
    from: { a: from.a + (leads ? 1 : 0), b: from.b + (leads ? 1 : 0) },
    to: { a: to.a - (ends ? 1 : 0), b: to.b - (ends ? 1 : 0) },
  };
  if (leads) pair(from.a, from.b);
  restore(gap, inner.from, inner.to);
  if (ends) pair(to.a - 1, to.b - 1);
}

/**
 * What of replaced sentences stays: tags, links and code that both have, breaks between paragraphs, and where there are as
 * many sentences on both sides, the space between each two.
 */
function fixedPairs({ a, b }: Gap, from: Pair, to: Pair): (readonly [Token, Token])[] {
  const mine = spacesIn(a, from.a, to.a);
  const its = spacesIn(b, from.b, to.b);
  const isAlike = mine.length === its.length && mine.every((parts, index) => parts === its[index]);
  const left = fixedIn(a, from.a, to.a, isAlike);
  const right = fixedIn(b, from.b, to.b, isAlike);
  const match = align(
    left.map(({ key }) => key),
    right.map(({ key }) => key),
  );
  return left.flatMap((token, index) => {
    const other = right[match[index] ?? -1];
    return other === undefined ? [] : [[token, other] as const];
  });
}

function fixedIn({ tokens, units }: Side, from: number, to: number, spaces: boolean): Token[] {
  return units
    .slice(from, to)
    .flatMap((unit) =>
      unit.space && (unit.parts || spaces)
        ? tokens.slice(unit.from, unit.to)
        : tokens.slice(unit.from, unit.to).filter(({ kind }) => kind === 'atom'),
    );
}

/** The author's sentences stay. Of what stands in their place, sentences beyond their number that bring a link stay too. */
function restore({ a, b, aAt, bAt, undo, options }: Gap, from: Pair, to: Pair): void {
  const more = sentencesIn(b, from.b, to.b) > sentencesIn(a, from.a, to.a);
  const stays = (unit: number) =>
    more && b.units[unit]?.space === false && options.isWanted(bAt(unit), bAt(unit + 1));
  let unit = from.b;
  while (unit < to.b && stays(unit) && b.units[unit + 1]?.space === true && unit + 1 < to.b) unit += 2;
  undo(aAt(from.a), aAt(to.a), bAt(unit), bAt(unit));
  const end = aAt(to.a);
  for (; unit < to.b; unit += 1) {
    const next = b.units[unit]?.space === true && unit + 1 < to.b ? unit + 1 : unit;
    if (!stays(next)) undo(end, end, bAt(unit), bAt(next + 1));
    unit = next;
  }
}

function sentencesIn({ units }: Side, from: number, to: number): number {
  return units.slice(from, to).filter(({ space, tag }) => !space && !tag).length;
}

/** Whether each of the spaces parts two paragraphs. */
function spacesIn({ units }: Side, from: number, to: number): boolean[] {
  return units.slice(from, to).flatMap(({ space, parts }) => (space ? [parts] : []));
}
