import { describe, expect, test } from 'vitest';

import type { EditRequest } from './edit.ts';
import { labelsFor, resolveLabels } from '#core/links/link-labels.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { shownText } from '#core/prompt/numbered-text.ts';
import { versionNames, type VersionName } from './version-names.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';
import { corpusCases, recordedAnswers } from '#provider/corpus/corpus-cases.ts';
import { parseDocument } from '#core/document/document.ts';
import { recordedEdits } from '#provider/corpus/wanted-edits.ts';

const recorded = recordedAnswers('edits').flatMap((entry) => {
  const wanted = recordedEdits(entry);
  return wanted === null ? [] : [{ ...entry, wanted }];
});

function askedIn(answer: string, content: string): Record<VersionName, EditRequest[]> {
  const asked: Record<VersionName, EditRequest[]> = { safe: [], exploratory: [], experimental: [] };
  const reader = createReplyReader(content);
  for (const event of [...reader.feed(answer), ...reader.end()]) {
    if (event.type === 'version-edit') asked[event.version].push(event.edit);
    else expect(event.type).toMatch(/^version-(?:start|end|skip)$/u);
  }
  return asked;
}

describe('a recorded answer in edits', () => {
  test.each(recorded)('$id is read line by line', ({ answer, content }) => {
    const asked = askedIn(answer, content);
    const lines = answer.split('\n').filter((line) => /^(?:INSERT|REPLACE|LINK|ADD) \d/u.test(line));
    const read = versionNames.flatMap((name) =>
      asked[name].map(({ action, sentence, last, behind, text }) => {
        const head = behind === undefined ? '' : ` "${behind}"`;
        return `${action.toUpperCase()} ${sentence}${last === undefined ? '' : `-${last}`}${head}: ${text}`;
      }),
    );
    expect(read).toEqual(lines.map((line) => line.trim()));
  });

  test.each(recorded)('$id has every link by label once in each version', ({ answer, content, links }) => {
    const labels = labelsFor(content, links);
    const urls = links.map(({ url }) => url);
    const asked = askedIn(answer, content);
    for (const name of versionNames) {
      const resolved = asked[name].map(({ text }) => resolveLabels(text, labels));
      expect(resolved.flatMap(({ unknown }) => unknown)).toEqual([]);
      const woven = resolved.flatMap(({ text }) =>
        readMarkup(text, urls).flatMap((segment) => (segment.type === 'text' ? [] : [segment.url])),
      );
      expect(woven.toSorted()).toEqual(urls.toSorted());
    }
  });

  test('names sentences that almost all allow the requested edit', () => {
    const places = recorded.flatMap(({ content, wanted }) => {
      const sentences = numberSentences(parseDocument(content));
      return versionNames.flatMap((name) =>
        wanted[name]
          .filter(({ number }) => number > 0)
          .map(({ command, number }) => {
            const sentence = sentences[number - 1];
            if (command === 'INSERT') return sentence?.insertable === true;
            return command === 'REPLACE' ? sentence?.replaceable === true : sentence?.linkable === true;
          }),
      );
    });
    expect(places.filter(Boolean).length).toBeGreaterThan(places.length * 0.85);
  });
});

test('every sentence of every article is found, and its number is shown if it may be edited', () => {
  for (const { content } of corpusCases) {
    const document = parseDocument(content);
    const sentences = numberSentences(document);
    const shown = shownText(document, sentences);
    const editable = sentences.filter(({ insertable, linkable }) => insertable || linkable);
    expect(shown.match(/[[{<]\d+\+?[\]}>] /gu)).toHaveLength(editable.length);
    let covered = '';
    for (const { start, end } of sentences) covered += content.slice(start, end);
    const words = (text: string) => text.replaceAll(/<[^>]*>|[\s>*+-]/gu, '').length;
    expect(words(covered)).toBeGreaterThan(words(content) * 0.95);
  }
});
