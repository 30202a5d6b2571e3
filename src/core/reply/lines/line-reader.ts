import { lowerBound } from '#core/document/spans.ts';

/** What a line reader asks and tells. */
export type LineHandler = {
  /**
   * Whether a line that begins with `start` must be seen whole. If true for a start, it must be true for every
   * shorter start of it.
   */
  mayMatter(start: string): boolean;
  /** Gets the text of any other line, in pieces, with its line break. */
  text(piece: string): void;
  /** Gets a line that must be seen whole, without its line break. */
  line(whole: string, lineBreak: string): void;
};

/** Cuts a stream into lines. It holds back only lines that may matter. `forget` drops the line that has begun. */
export function createLineReader(handler: LineHandler): {
  feed(chunk: string): void;
  forget(): void;
  end(): void;
} {
  let line = '';
  let plain = false;

  const add = (piece: string) => {
    if (plain) {
      handler.text(piece);
      return;
    }
    const whole = line + piece;
    if (handler.mayMatter(whole)) {
      line = whole;
      return;
    }
    // The decision depends only on the same beginning of the line, however the stream is cut.
    const certain = certainFrom(handler, whole, line.length);
    handler.text(whole.slice(0, certain));
    if (certain < whole.length) handler.text(whole.slice(certain));
    plain = true;
  };

  const forget = () => {
    line = '';
    plain = false;
  };

  const endLine = (lineBreak: string) => {
    if (plain) handler.text(lineBreak);
    else handler.line(line, lineBreak);
    forget();
  };

  return {
    feed(chunk) {
      let from = 0;
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
        add(chunk.slice(from, at));
        endLine('\n');
        from = at + 1;
      }
      if (from < chunk.length) add(chunk.slice(from));
    },
    forget,
    end: () => endLine(''),
  };
}

/**
 * Returns how much of the line shows that it does not matter. For the first `known` characters this is not certain.
 */
function certainFrom({ mayMatter }: LineHandler, whole: string, known: number): number {
  let low = known;
  let high = Math.min(known + 1, whole.length);
  while (high < whole.length && mayMatter(whole.slice(0, high))) {
    low = high;
    high = Math.min(2 * high, whole.length);
  }
  return lowerBound(low + 1, high, (length) => mayMatter(whole.slice(0, length)));
}
