import { createParser } from 'eventsource-parser';

/** Gets the frames of an answer, in order. */
export type FrameHandler = {
  /** `event` is the name of the event. Null: it has none, or there are no events. */
  json(value: unknown, event: string | null): void;
  /** Text in the place of JSON. */
  other(text: string, event: string | null): void;
  /** `[DONE]`. */
  done(): void;
  /** Takes why the rest cannot be read: it is a page of HTML, or too long. */
  fail(code: 'provider-address' | 'provider-reply-broken'): void;
};

/** Where a second frame begins in one, if two came as one. A prefix may also come twice. */
const glues = [/\s*data:\s*/u, /\n/u];
/** The form of an answer by its first sign. Anything else begins events. */
const forms: Readonly<Record<string, 'json' | 'page'>> = {
  '{': 'json',
  '[': 'json',
  '<': 'page',
};
const doneAtEnd = /\s*(?:data:\s*)?\[DONE\]\s*$/u;

/**
 * Reads the frames of an answer by its text, whatever its headers say: events, one JSON value, or JSON in lines. A frame
 * has at most `maxBufferLength` characters. `feed` and `end` give the frames that are complete.
 */
export function createFrameReader(maxBufferLength: number, handler: FrameHandler) {
  let form: 'unknown' | 'page' | 'events' | 'json' = 'unknown';
  let spaces = 0;
  let values = 0;
  let isEnding = false;

  function accept(text: string, event: string | null, level = 0): void {
    const data = text.trim();
    if (data === '') return;
    if (data === '[DONE]') return handler.done();
    const value = parse(data);
    const glue = glues[level];
    if (value !== undefined) {
      values += 1;
      handler.json(value, event);
    } else if (glue !== undefined) for (const part of data.split(glue)) accept(part, event, level + 1);
    // What the end of the answer has cut off is no frame.
    else if (!isEnding || !data.startsWith('{')) handler.other(data, event);
  }

  const tooLong = () => handler.fail('provider-reply-broken');
  const events = createEventReader(maxBufferLength, accept, tooLong);
  const json = createJsonReader(maxBufferLength, accept, tooLong);

  return {
    feed(text: string): void {
      if (form === 'events') return events.feed(text);
      if (form === 'json') return json.feed(text);
      if (form === 'page') return undefined;
      const start = text.search(/\S/u);
      spaces += start < 0 ? text.length : start;
      if (spaces > maxBufferLength) return tooLong();
      if (start < 0) return undefined;
      form = forms[text.charAt(start)] ?? 'events';
      if (form === 'page') return handler.fail('provider-address');
      return form === 'events' ? events.feed(text.slice(start)) : json.feed(text.slice(start));
    },
    /** Gives the frames that the end of the answer completes. */
    end(): void {
      isEnding = form === 'events' || json.isInLines();
      if (form === 'events') events.end();
      else json.end();
    },
    /** The start of JSON that could not be read yet. */
    buffered: json.buffered,
    form: () => ({ isJson: form === 'json', isOne: values === 1 }),
  };
}

type AcceptFrame = (text: string, event: string | null) => void;

function createEventReader(maxBufferLength: number, accept: AcceptFrame, tooLong: () => void) {
  const parser = createParser({
    maxBufferSize: maxBufferLength,
    onEvent: ({ data, event }) => accept(data, event ?? null),
    onError({ type, line = '' }) {
      if (type === 'max-buffer-size-exceeded') tooLong();
      else if (type === 'unknown-field') accept(line, null);
    },
  });
  let atLineStart = true;
  return {
    feed(text: string): void {
      // Some lines of JSON lack the prefix: those behind a comment, and the second of two in one event.
      const first = atLineStart && text.startsWith('{') ? `data: ${text}` : text;
      atLineStart = text.endsWith('\n');
      parser.feed(first.includes('\n{') ? first.replaceAll('\n{', '\ndata: {') : first);
    },
    end: () => parser.feed('\n\n'),
  };
}

function createJsonReader(maxBufferLength: number, accept: AcceptFrame, tooLong: () => void) {
  let form: 'unknown' | 'lines' | 'value' = 'unknown';
  let buffered = '';
  return {
    feed(text: string): void {
      buffered += text;
      if (form !== 'value' && text.includes('\n')) {
        const lines = buffered.split('\n');
        // JSON in lines has a whole value in its first line.
        if (form === 'unknown') form = parse(lines[0]?.trim() ?? '') === undefined ? 'value' : 'lines';
        if (form === 'lines') {
          buffered = lines.pop() ?? '';
          for (const line of lines) accept(line, null);
        }
      }
      if (buffered.length > maxBufferLength) tooLong();
    },
    end(): void {
      const rest = form === 'lines' ? buffered : buffered.replace(doneAtEnd, '');
      buffered = '';
      accept(rest, null);
    },
    buffered: () => buffered,
    isInLines: () => form === 'lines',
  };
}

/** Returns undefined if it is not JSON of a list or of fields. */
function parse(text: string): unknown {
  const first = text.charAt(0);
  if (first !== '{' && first !== '[') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
