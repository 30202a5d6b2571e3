/** A word, a sign, a run of white space, or a tag, a link or a piece of code, which is kept or changed as a whole. */
export type Token = {
  readonly start: number;
  readonly end: number;
  /** Equal for tokens that say the same: white space only tells whether it parts paragraphs. */
  readonly key: number;
  readonly kind: 'word' | 'sign' | 'space' | 'atom';
};

/** A sentence, or the white space between two, as a range of tokens. */
export type Unit = {
  readonly from: number;
  readonly to: number;
  readonly key: number;
  readonly space: boolean;
  /** White space that parts two paragraphs. */
  readonly parts: boolean;
  /** A tag that begins or ends a paragraph or the like. */
  readonly tag: boolean;
};

/** Gives equal texts equal numbers. */
export type Keys = (text: string) => number;

export function createKeys(): Keys {
  const keys = new Map<string, number>();
  return (text) => {
    const known = keys.get(text);
    if (known !== undefined) return known;
    keys.set(text, keys.size);
    return keys.size - 1;
  };
}

const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;
const letter = String.raw`(?:(?!${unspaced})[\p{L}\p{N}\p{M}])`;
const token = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<atom></?[A-Za-z][^<>]{0,2000}>|!?\[[^[\]\n]{0,300}\](?:\([^()\s]{0,2000}\)|\[[^[\]\n]{0,300}\])|\x60[^\x60\n]{1,300}\x60)`,
    String.raw`(?<word>(?:(?=\p{L})${unspaced})\p{M}*|${letter}+(?:['’-]${letter}+)*)`,
    String.raw`\p{Extended_Pictographic}[\uFE0F\p{EMod}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]*)*`,
    '[^]',
  ].join('|'),
  'gu',
);
const paragraphBreak = /(?:\r\n|\n|\r(?!\n))[^\S\r\n]*[\r\n]/u;

export function tokensOf(text: string, keys: Keys): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(token)) {
    const [found] = match;
    const start = match.index;
    const end = start + found.length;
    const { space, word, atom } = match.groups ?? {};
    if (space !== undefined) {
      tokens.push({ start, end, key: keys(paragraphBreak.test(found) ? '\n\n' : ' '), kind: 'space' });
    } else {
      const kind = atom === undefined ? (word === undefined ? 'sign' : 'word') : 'atom';
      tokens.push({ start, end, key: keys(found), kind });
    }
  }
  return tokens;
}

const blockTag =
  /^<\/?(?:p|div|ul|ol|li|dl|dt|dd|h[1-6]|blockquote|pre|table|thead|tbody|tr|td|th|figure|figcaption|section|article|br|hr)\b/i;
const closer = /^["'”’»)\]*_“」』）]$/u;

/** Cuts at sentence ends and between paragraphs, the same way for both texts that are compared. */
export function unitsOf(text: string, tokens: readonly Token[], keys: Keys): Unit[] {
  const units: Unit[] = [];
  let from = 0;
  let ended = false;
  let tight = false;
  const close = (to: number, space: boolean, parts = false, tag = false) => {
    if (to > from) units.push({ from, to, key: unitKey(tokens, from, to, keys), space, parts, tag });
    from = to;
    ended = false;
    tight = false;
  };
  for (const [index, { start, end, kind }] of tokens.entries()) {
    const found = kind === 'sign' ? text.slice(start, end) : '';
    if (kind === 'atom' && blockTag.test(text.slice(start, end))) {
      close(index, false);
      close(index + 1, false, false, true);
      continue;
    }
    if (kind === 'space') {
      const parts = paragraphBreak.test(text.slice(start, end));
      if (!ended && index > 0 && index + 1 < tokens.length && !parts) continue;
      close(index, false);
      close(index + 1, true, parts);
    } else if (/^[.!?…。！？｡．؟۔।]$/u.test(found)) {
      ended = true;
      tight = /^[。！？｡．]$/u.test(found);
    } else if (!(ended && closer.test(found))) {
      if (tight) close(index, false);
      ended = false;
    }
  }
  close(tokens.length, false);
  return units;
}

function unitKey(tokens: readonly Token[], from: number, to: number, keys: Keys): number {
  const parts: number[] = [];
  for (let index = from; index < to; index += 1) parts.push(tokens[index]?.key ?? 0);
  return keys(`\n${parts.join(' ')}`);
}
