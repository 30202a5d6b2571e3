import { describe, expect, test } from 'vitest';

import { writeEditsPrompt, writePrompt } from '#core/prompt/write-prompt.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';
import { readReply } from '#core/reply/test-events.ts';
import { labelOf, labelsFor, resolveLabels } from '#core/links/link-labels.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { shownText } from '#core/prompt/numbered-text.ts';
import { versionNames } from '#core/edits/version-names.ts';

import { createCaseAnswers } from './answer-case.ts';
import { corpusCases, cutCase, type CorpusCase } from './corpus-cases.ts';
import { parseDocument } from '#core/document/document.ts';

const cases = corpusCases.flatMap((entry) =>
  entry.words > 500 ? [entry, cutCase(entry, entry.words / 2)] : [entry],
);
const answerOf = createCaseAnswers(cases);

function ask({ system, user }: Prompt) {
  return answerOf({
    model: 'm',
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
  });
}

function askForEdits(entry: CorpusCase) {
  const { content, links } = entry;
  const document = parseDocument(content);
  const sentences = numberSentences(document);
  const shown = shownText(document, sentences);
  const labels = labelsFor(content, links);
  const labelled = links.map((link, index) => ({ label: labelOf(labels, index), link }));
  const task = { content, shown, replaceable: sentences.length, links: labelled };
  return { labels, answer: ask(writeEditsPrompt(task)) };
}

describe('the answer to a prompt of ours', () => {
  test('an answer in edits has each link once in each version', () => {
    for (const entry of cases) {
      const { labels, answer } = askForEdits(entry);
      expect(answer?.entry).toBe(entry);
      const reader = createReplyReader(entry.content);
      const events = [...reader.feed(answer?.text ?? ''), ...reader.end()];
      expect(events.filter(({ type }) => type === 'version-unreadable')).toEqual([]);
      for (const name of versionNames) {
        const asked = events.flatMap((event) =>
          event.type === 'version-edit' && event.version === name ? [event.edit] : [],
        );
        const text = asked.map((edit) => resolveLabels(edit.text, labels).text).join('\n');
        for (const { url } of entry.links) expect(text.split(`]]((${url}))`)).toHaveLength(2);
        if (name === 'safe') expect(asked.filter(({ action }) => action === 'replace')).toEqual([]);
      }
    }
  });

  test('an answer in whole texts has each link once in each version', () => {
    for (const entry of cases) {
      const answer = ask(writePrompt(entry.content, entry.links));
      expect(answer?.entry).toBe(entry);
      const versions = readReply(answer?.text ?? '', entry.content);
      for (const name of versionNames)
        for (const { url } of entry.links) expect(versions[name].split(`]]((${url}))`)).toHaveLength(2);
    }
  });
});

test('a prompt about another text has no answer', () => {
  const link = { id: '1', url: 'https://a.example/', description: 'a', integrations: 1 } as const;
  expect(ask(writePrompt('A text.', [link]))).toBeNull();
});
