import { onOneLine } from '#core/lib/helpers.ts';
import { suggestLinks } from '#server/threads/suggest-links.ts';

import { UsageError } from '#cli/lib/command.ts';
import { readLinks } from '#cli/files/read-links.ts';
import { FileError, readTextFile } from '#cli/files/text-file.ts';

/** A link that fits a text. */
export type FileSuggestion = {
  readonly url: string;
  readonly description: string;
  /** From 0. Higher is better. */
  readonly score: number;
  /** Whether it clearly fits. */
  readonly isStrong: boolean;
  /** The line of the sentence, counted from 1, and its words. */
  readonly line: number;
  readonly sentence: string;
};

/**
 * Returns the links that fit a file, best first.
 *
 * @throws UsageError if one of the files cannot be read
 */
export async function suggestFor(file: string, linkFile: string, limit: number): Promise<FileSuggestion[]> {
  const content = await readContent(file);
  const { links } = await readLinks(linkFile);
  const batches = (async function* once() {
    yield links;
  })();
  const { suggestions } = await suggestLinks(batches, { content, limit });
  return suggestions.map(({ link: { url, description }, score, isStrong, sentence: { start, end } }) => ({
    url,
    description,
    score: Math.round(score * 100) / 100,
    isStrong,
    line: content.slice(0, start).split(/\r\n|\n|\r/u).length,
    sentence: onOneLine(content.slice(start, end)),
  }));
}

async function readContent(file: string): Promise<string> {
  try {
    return (await readTextFile(file)).text;
  } catch (error) {
    throw error instanceof FileError ? new UsageError(`${file}: ${error.message}`) : error;
  }
}

const longestSentence = 100;

/** Returns the suggestions as lines for the terminal. */
export function suggestionsInWords(suggestions: readonly FileSuggestion[]): string {
  if (suggestions.length === 0) return 'No link fits.\n';
  return suggestions
    .map(({ url, description, isStrong, line, sentence }) => {
      const short =
        sentence.length > longestSentence ? `${sentence.slice(0, longestSentence - 1).trimEnd()}…` : sentence;
      return `${isStrong ? 'fits     ' : 'may fit  '} ${onOneLine(description) || url}\n          ${url}\n          line ${line}: ${short}\n`;
    })
    .join('');
}
