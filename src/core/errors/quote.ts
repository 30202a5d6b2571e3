import { onOneLine } from '#core/lib/helpers.ts';

/** A longer text is no refusal, but a text that could not be read. In UTF-16 units. */
const refusalLimit = 800;
const excerptLimit = 160;

/** Matches signs of markup and of our protocol, an address, and a key: a long word, or letters and digits in one. */
const code =
  /[<>{}[\]|\\=@_`]|version\s?:|:\/\/|\p{L}\.\p{L}{2}|[\w./+-]{25}|(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{10}|\p{Bidi_Control}/iu;

/** Returns the first words of a model for a message. Returns null if they are not a few sentences, or not safe to quote. */
export function quoteOf(said: string): string | null {
  const answer = said.trim();
  if (answer.length > refusalLimit || !/\p{L}{2}/u.test(answer) || code.test(answer)) return null;
  const words = onOneLine(answer);
  return words.length > excerptLimit ? `${words.slice(0, excerptLimit).replace(/\s\S*$/u, '')}…` : words;
}
