import { createStringWatch } from './json-edits.ts';

/**
 * Gets the text of an answer. `forget` is called if all text so far was reasoning. `thoughts` gets the end of a reasoning
 * block that was not closed, if the answer has no other text.
 */
type AnswerHandler = { text(piece: string): void; forget(): void; thoughts(text: string): void };

const thought = 'think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|analysis';
/** Groups: slash and name of a reasoning tag, the same in square brackets, name of a control token. */
const tokenPattern = new RegExp(
  String.raw`<(/?)(${thought})(?:\s[^<>\n]{0,60})?>|(?<!\[)\[(/?)(think(?:ing)?)\](?![\](])|` +
    String.raw`<[|｜]([^<>|｜\n]{1,40})[|｜]>|</s>|<(?:end_of_turn|eos|eot)>|(?<!\[)\[/?inst\](?![\](])|assistantfinal`,
  'giu',
);
/** Some servers drop the control tokens around the names of channels, which then stand in the text. */
const [bareThought, bareFinal] = ['analysis', 'assistantfinal'];
const openingLimit = 100;
/** The end of a piece that may be the beginning of a token. */
const beginning = /(?:<(?:[/|｜]?[a-z][^<>\n]{0,100}|[|｜][^<>\n]{0,42}|[/|｜]?)|\[?\[\/?[a-z]{0,8}\]?)$/iu;
const beginningLimit = 110;
const bracketStart = /\[\/?(?:[ti]|$)/iu;
/** How much of a line is compared with the author's lines, in UTF-16 units. */
const ownLimit = 1000;
const headLimit = 80;
/** How much of an open reasoning block is kept, in UTF-16 units. */
const thoughtLimit = 200_000;

/** What the reader is inside. `head`: the name of a channel or a role. `nothing`: text that does not count. */
type Place = 'answer' | 'head' | 'nothing' | 'thought';

/**
 * Passes on the answer in a stream. Removes control tokens, and reasoning blocks with or without an end. After a token
 * that ends the answer, only a final channel counts. Tokens that the content contains are text: reasoning tags only in
 * lines of the author or behind other text of a line, control tokens everywhere. Control tokens inside a JSON string
 * are removed, but do not end the answer.
 */
export function createAnswerReader(content: string, handler: AnswerHandler) {
  const own = tokensOf(content);
  const gate = createGate(handler, own.tokens.size > 0);
  const pattern = new RegExp(tokenPattern);
  let held = '';
  const channel = createChannelWatch();

  /** Returns false if more text is needed to decide. */
  const take = (token: Token, rest: string, isEnd: boolean): boolean => {
    const isWord = token.text === bareFinal && !channel.isNamed();
    let isText = own.tokens.has(token.text) && gate.isOpen();
    if (isText && token.family !== null && gate.atLineStart()) {
      const line = rest.slice(0, ownLimit).split('\n', 1)[0] ?? '';
      if (!isEnd && line.length === rest.length) return false;
      isText = own.lines.has(line.trim());
    }
    if (isText || isWord) gate.give(rest.slice(0, token.text.length));
    else gate.take(token);
    return true;
  };

  const read = (text: string, isEnd: boolean) => {
    const end = text.length - (isEnd ? 0 : lengthOfBeginning(text, channel.isNamed()));
    let from = 0;
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found !== null && found.index < end; found = pattern.exec(text)) {
      gate.give(text.slice(from, found.index));
      from = found.index;
      if (!take(tokenOf(found), text.slice(from, from + ownLimit + 1), isEnd)) {
        held = text.slice(from);
        return;
      }
      from += found[0].length;
    }
    const certain = Math.max(from, end);
    gate.give(text.slice(from, certain));
    held = text.slice(certain);
  };

  return {
    feed(chunk: string): void {
      const text = channel.feed(chunk);
      if (text === null) return;
      if (channel.begins()) gate.take({ text: bareThought, family: 'think', closes: false, word: '' });
      const mayHold = text.includes('<') || (text.includes('[') && bracketStart.test(text));
      if (held === '' && !mayHold && !channel.isNamed()) gate.give(text);
      else read(held + text, false);
    },
    end(): void {
      read(channel.rest() + held, true);
      gate.end();
    },
  };
}

/** Finds out whether an answer begins with the name of the channel for reasoning, as in `analysisThe user wants`. */
function createChannelWatch() {
  let opening: string | null = '';
  let [isNamed, begins] = [false, false];
  return {
    /** Returns the text that is certain. Null: more is needed. */
    feed(chunk: string): string | null {
      if (opening === null) return chunk;
      const text = opening + chunk;
      const begun = text.slice(0, openingLimit).trimStart();
      opening = text;
      if (begun.length <= bareThought.length && bareThought.startsWith(begun) && text.length < openingLimit)
        return null;
      opening = null;
      isNamed = begun.startsWith(bareThought) && /^\p{Lu}/u.test(begun.slice(bareThought.length));
      begins = isNamed;
      return text;
    },
    isNamed: () => isNamed,
    /** Whether the channel begins with the text that was returned last. */
    begins(): boolean {
      const isBeginning = begins;
      begins = false;
      return isBeginning;
    },
    rest: () => opening ?? '',
  };
}

/** Returns how much of the end of a text may begin a token. */
function lengthOfBeginning(text: string, inChannel: boolean): number {
  const begun = beginning.exec(text.slice(-beginningLimit))?.[0].length ?? 0;
  if (begun > 0 || !inChannel) return begun;
  const lengths = Array.from(bareFinal, (_, index) => bareFinal.length - index - 1);
  return lengths.find((length) => text.endsWith(bareFinal.slice(0, length))) ?? 0;
}

/** Passes on the text that belongs to the answer. The tokens decide which text does. */
function createGate(handler: AnswerHandler, seesLines: boolean) {
  let place: Place = 'answer';
  let [name, head, thoughts] = ['', '', ''];
  let hasText = false;
  /** Whether the line has only white space so far. */
  let isBlank = true;
  const strings = createStringWatch();

  const give = (text: string) => {
    if (text === '') return;
    if (place === 'answer') {
      if (!hasText) hasText = text.trim() !== '';
      if (seesLines) isBlank = isBlankEnd(text, isBlank);
      strings.feed(text);
      handler.text(text);
    } else if (place === 'head') {
      head += text;
      const lineEnd = head.indexOf('\n');
      const end = lineEnd >= 0 && lineEnd < headLimit ? lineEnd : headLimit;
      if (head.length >= end) open(head.slice(end));
    } else if (place === 'thought' && !hasText)
      thoughts = (thoughts.length > 2 * thoughtLimit ? thoughts.slice(-thoughtLimit) : thoughts) + text;
  };

  /** The text behind a head begins a new line. */
  const open = (rest: string) => {
    place = /^\s*(?:final|assistant|model)\b/iu.test(head) ? 'answer' : 'nothing';
    give(rest.startsWith('\n') || !hasText ? rest : `\n${rest}`);
  };

  const control = (word: string) => {
    if (place === 'answer' && strings.inString()) return;
    const opensHead = /^channel$/iu.test(word) || (!hasText && /^(?:im_)?start(?:_header_id)?$/iu.test(word));
    if (opensHead) [place, head] = ['head', ''];
    else if (place === 'head' && /^(?:message|end_header_id)$/iu.test(word)) open('');
    else if (place === 'answer' && hasText) place = 'nothing';
  };

  return {
    give,
    isOpen: () => place === 'answer',
    atLineStart: () => isBlank,
    take({ family, closes, word }: Token): void {
      if (place === 'thought') {
        place = closes && family === name ? 'answer' : 'thought';
        thoughts += '\n';
      } else if (family === null) control(word);
      else if (place === 'answer' && !closes) [place, name, thoughts] = ['thought', family, ''];
      else if (place === 'answer') {
        handler.forget();
        strings.forget();
        [hasText, isBlank] = [false, true];
      }
    },
    end(): void {
      if (place === 'thought' && !hasText) handler.thoughts(thoughts);
    },
  };
}

/** Whether the last line is blank up to the end of `text`. `before`: whether it was blank up to its start. */
function isBlankEnd(text: string, before: boolean): boolean {
  const lineBreak = text.lastIndexOf('\n');
  return (before || lineBreak >= 0) && text.slice(lineBreak + 1).trim() === '';
}

/** Control tokens around the reasoning. Groups: "end", and the reasoning tag. */
const aroundThought = /^(?:start|begin_of|(end)(?:_of)?)_(thinking|thought)$/iu;

type Token = ReturnType<typeof tokenOf>;

/** In the result, `family` is the name of a reasoning tag, and `word` that of a control token. */
function tokenOf([text, slash = '', name, bracketSlash = '', bracketed, word = '']: RegExpExecArray) {
  const [, end = '', around] = aroundThought.exec(word) ?? [];
  const tag = (name ?? bracketed ?? around)?.toLowerCase();
  // Models often close a block with another form of the word that opened it.
  const family = tag?.startsWith('th') === true ? 'think' : (tag ?? null);
  const isFinal = text === bareFinal;
  const closes = slash + bracketSlash + end !== '' || isFinal;
  return { text: text.toLowerCase(), family: isFinal ? 'think' : family, closes, word };
}

/** Returns the tokens in the author's text, and the lines that contain them. */
function tokensOf(content: string) {
  const tokens = new Set<string>();
  const lines = new Set<string>();
  if (!/[<[]/u.test(content)) return { tokens, lines };
  for (const line of content.split('\n')) {
    for (const found of line.matchAll(tokenPattern)) {
      tokens.add(tokenOf(found).text);
      lines.add(line.trim().slice(0, ownLimit));
    }
  }
  return { tokens, lines };
}
