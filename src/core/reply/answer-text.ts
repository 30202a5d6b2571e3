const thought = 'think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|analysis';
/** Groups: slash and name of a reasoning tag, the same in square brackets, name of a control token. */
const tokenPattern = new RegExp(
  String.raw`<(/?)(${thought})(?:\s[^<>\n]{0,60})?>|(?<!\[)\[(/?)(think(?:ing)?)\](?![\](])|` +
    String.raw`<[|｜]([^<>|｜\n]{1,40})[|｜]>|</s>|<(?:end_of_turn|eos|eot)>|(?<!\[)\[/?inst\](?![\](])|assistantfinal`,
  'giu',
);
/** Control tokens around the reasoning. Groups: "end", and the reasoning tag. */
const aroundThought = /^(?:start|begin_of|(end)(?:_of)?)_(thinking|thought)$/iu;
/** Some servers drop the control tokens around the names of channels, which then stand in the text. */
const bareChannel = /^\s{0,80}analysis(?=\p{Lu})/u;
const bareFinal = 'assistantfinal';
/** How much of a line is compared with the author's lines, in UTF-16 units. */
const ownLimit = 1000;
const headLimit = 80;
/** How much of an open reasoning block is kept, in UTF-16 units. */
const thoughtLimit = 200_000;

/** A reasoning tag has the `family` of its name. A control token has none. */
type Token = {
  readonly text: string;
  readonly family: string | null;
  readonly closes: boolean;
  /** The name of a control token. */
  readonly word: string;
};

function tokenOf([text, slash = '', name, bracketSlash = '', bracketed, word = '']: RegExpExecArray): Token {
  const [, end = '', around] = aroundThought.exec(word) ?? [];
  const tag = (name ?? bracketed ?? around)?.toLowerCase();
  const isFinal = text === bareFinal;
  // Models often close a block with another form of the word that opened it.
  const family = isFinal || tag?.startsWith('th') === true ? 'think' : (tag ?? null);
  return { text: text.toLowerCase(), family, closes: slash + bracketSlash + end !== '' || isFinal, word };
}

/** The tokens in the author's text, and the lines that contain them. */
type OwnTokens = { readonly tokens: ReadonlySet<string>; readonly lines: ReadonlySet<string> };

function tokensOf(content: string): OwnTokens {
  const tokens = new Set<string>();
  const lines = new Set<string>();
  if (!/[<[]/u.test(content)) return { tokens, lines };
  for (const line of content.split('\n'))
    for (const found of line.matchAll(tokenPattern)) {
      tokens.add(tokenOf(found).text);
      lines.add(line.trim().slice(0, ownLimit));
    }
  return { tokens, lines };
}

/** What is open in an answer. `head`: the name of a channel or a role. `nothing`: text that does not count. */
type Place = 'answer' | 'head' | 'nothing' | 'thought';

/** What reads the answer. */
export type AnswerHandler = {
  text(piece: string): void;
  /** All text so far was reasoning. */
  forget(): void;
  /** Whether the text so far ends inside a JSON string. */
  inString(): boolean;
};

export type AnswerState = {
  readonly handler: AnswerHandler;
  readonly own: OwnTokens;
  place: Place;
  /** The family of the open reasoning block. */
  family: string;
  /** Its text, if the answer has no other text. It may hold the answer. */
  thoughts: string;
  head: string;
  /** Whether there was anything of the answer. */
  hasText: boolean;
  /** Whether the line of the answer has only white space so far. */
  isBlank: boolean;
  /** Whether the answer began with the bare name of its channel for reasoning. Null: it has not begun. */
  isBare: boolean | null;
};

/**
 * Begins to read an answer. Control tokens, and reasoning blocks with or without an end, are removed. After a token that
 * ends the answer, only a final channel counts. Tokens that the content contains are text: reasoning tags only in
 * lines of the author or behind other text of a line, control tokens everywhere. Control tokens inside a JSON string
 * are removed, but do not end the answer.
 */
export function beginAnswer(content: string, handler: AnswerHandler): AnswerState {
  return {
    handler,
    own: tokensOf(content),
    place: 'answer',
    family: '',
    thoughts: '',
    head: '',
    hasText: false,
    isBlank: true,
    isBare: null,
  };
}

/** Reads a line of an answer. No token goes on behind its end. */
export function readAnswerLine(state: AnswerState, line: string): void {
  if (state.isBare === null && line.trim() !== '') {
    state.isBare = bareChannel.test(line);
    if (state.isBare) readThoughtTag(state, { text: '', family: 'think', closes: false, word: '' });
  }
  let from = 0;
  const mayHoldToken = state.isBare === true || /[<[]/u.test(line);
  for (const found of mayHoldToken ? line.matchAll(tokenPattern) : []) {
    addText(state, line.slice(from, found.index));
    from = found.index + found[0].length;
    const token = tokenOf(found);
    if (isText(state, token, line.slice(found.index, found.index + ownLimit))) addText(state, found[0]);
    else if (state.place === 'thought' || token.family !== null) readThoughtTag(state, token);
    else readControlToken(state, token.word);
  }
  addText(state, line.slice(from));
}

/** Ends the answer. Returns the text of a reasoning block that was not closed, if the answer has no other text. */
export function endAnswer({ place, hasText, thoughts }: AnswerState): string {
  return place === 'thought' && !hasText ? thoughts : '';
}

/** Whether a token is text. `rest`: the line from the token on. */
function isText({ own, place, isBlank, isBare }: AnswerState, token: Token, rest: string): boolean {
  if (token.text === bareFinal && isBare !== true) return true;
  if (!own.tokens.has(token.text) || place !== 'answer') return false;
  return token.family === null || !isBlank || own.lines.has(rest.trim());
}

function addText(state: AnswerState, text: string): void {
  if (text === '') return;
  if (state.place === 'answer') {
    state.hasText ||= text.trim() !== '';
    state.isBlank = text.endsWith('\n') || (state.isBlank && text.trim() === '');
    state.handler.text(text);
  } else if (state.place === 'head') {
    state.head += text;
    const lineEnd = state.head.indexOf('\n');
    const end = lineEnd >= 0 && lineEnd < headLimit ? lineEnd : headLimit;
    if (state.head.length >= end) endHead(state, state.head.slice(end));
  } else if (state.place === 'thought' && !state.hasText)
    state.thoughts =
      (state.thoughts.length > 2 * thoughtLimit ? state.thoughts.slice(-thoughtLimit) : state.thoughts) +
      text;
}

/** Ends the name of a channel or a role. The text behind it begins a new line. */
function endHead(state: AnswerState, rest: string): void {
  state.place = /^\s*(?:final|assistant|model)\b/iu.test(state.head) ? 'answer' : 'nothing';
  addText(state, rest.startsWith('\n') || !state.hasText ? rest : `\n${rest}`);
}

function readThoughtTag(state: AnswerState, { family, closes }: Token): void {
  if (state.place === 'thought') {
    if (closes && family === state.family) state.place = 'answer';
    state.thoughts += '\n';
  } else if (state.place === 'answer' && !closes)
    [state.place, state.family, state.thoughts] = ['thought', family ?? '', ''];
  else if (state.place === 'answer') {
    state.handler.forget();
    [state.hasText, state.isBlank] = [false, true];
  }
}

function readControlToken(state: AnswerState, word: string): void {
  const { place, hasText } = state;
  if (place === 'answer' && state.handler.inString()) return;
  const opensHead = /^channel$/iu.test(word) || (!hasText && /^(?:im_)?start(?:_header_id)?$/iu.test(word));
  if (opensHead) [state.place, state.head] = ['head', ''];
  else if (place === 'head' && /^(?:message|end_header_id)$/iu.test(word)) endHead(state, '');
  else if (place === 'answer' && hasText) state.place = 'nothing';
}
