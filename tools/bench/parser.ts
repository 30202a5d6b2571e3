import { readMarkup } from '#core/links/link-markup.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';
import { recordedAnswers } from '#provider/corpus/corpus-cases.ts';

import { rounded, type Row } from './table.ts';

const million = 1_000_000;
/** The usual number of characters in one piece of a provider's stream. */
const pieceLength = 20;

type Reader = { feed(chunk: string): unknown; end(): unknown };

const readers: Readonly<Record<string, () => Reader>> = {
  markup: () => {
    let text = '';
    return {
      feed: (piece) => (text += piece),
      end: () => readMarkup(text, ['https://shop.example/a_(b)?c=1']),
    };
  },
  reply: () => createReplyReader(),
};

/** Expensive texts for a parser: each repeats something that looks like the beginning of markup. */
const hostileTexts: Readonly<Record<string, string>> = {
  '[[': '[[',
  '[[a]]((': '[[a]]((',
  '((': '((',
  ']]((': ']]((',
  '[[a]]((https://x.example/(': '[[a]]((https://x.example/(',
  'VERSION:': 'VERSION:',
  'VERSION: SAFE, a line each': 'VERSION: SAFE\n',
  '**VERSION': '**VERSION',
  'blank lines': '\n',
  '``` fences': '```\n',
};

/** Measures the throughput on real answers in pieces, and the time and growth on hostile ones. */
export async function benchParser(): Promise<Row[]> {
  const rows: Row[] = [];
  const answers = readAnswers();
  for (const [name, create] of Object.entries(readers)) {
    if (answers !== '') {
      const milliseconds = best(() => readInPieces(create(), answers, pieceLength));
      rows.push(row(name, `real answers, pieces of ${pieceLength}`, answers, milliseconds, ''));
      rows.push(
        row(
          name,
          'real answers, whole',
          answers,
          best(() => readInPieces(create(), answers, answers.length)),
          '',
        ),
      );
    }
    for (const [label, unit] of Object.entries(hostileTexts)) {
      const half = unit.repeat(Math.ceil(million / 2 / unit.length));
      const whole = half + half;
      const halfTime = best(() => readInPieces(create(), half, half.length));
      const wholeTime = best(() => readInPieces(create(), whole, whole.length));
      rows.push(
        row(name, `1 MB of ${label}`, whole, wholeTime, wholeTime < 1 ? '' : rounded(wholeTime / halfTime)),
      );
    }
  }
  return rows;
}

function row(
  reader: string,
  input: string,
  text: string,
  milliseconds: number,
  growth: number | string,
): Row {
  return {
    reader,
    input,
    milliseconds: rounded(milliseconds),
    'MB/s': rounded(text.length / 1000 / milliseconds, 1),
    't(2n)/t(n)': growth,
  };
}

function readAnswers(): string {
  const once = (['rewrite', 'sloppy', 'edits'] as const)
    .flatMap((kind) => recordedAnswers(kind).map(({ answer }) => answer))
    .join('\n');
  return once.repeat(Math.ceil(million / once.length));
}

function readInPieces(reader: Reader, text: string, length: number): void {
  for (let at = 0; at < text.length; at += length) reader.feed(text.slice(at, at + length));
  reader.end();
}

/** Returns the time of the fastest of several runs, in milliseconds. Other programs disturbed this run least. */
function best(run: () => void): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round += 1) {
    const begin = performance.now();
    run();
    fastest = Math.min(fastest, performance.now() - begin);
  }
  return fastest;
}
