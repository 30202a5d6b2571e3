import fc from 'fast-check';

import { labelOf, labelsFor } from '#core/links/link-labels.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { versionMarkers, versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { CorpusCase } from '#provider/corpus/corpus-cases.ts';
import { parseDocument } from '#core/document/document.ts';

type Line = { readonly version: VersionName; readonly sentence: number; readonly text: string };
type Spelling = (line: Line, index: number) => string;
type Reply = (lines: readonly Line[]) => string;

/** Ways to write an addition on lines of its own. */
const spellings: readonly Spelling[] = [
  ({ sentence, text }) => `INSERT ${sentence}: ${text}`,
  ({ sentence, text }) => `insert ${sentence}: ${text}`,
  ({ sentence, text }) => `INSERT [${sentence}]: ${text}`,
  ({ sentence, text }) => `INSERT ${sentence} | ${text}`,
  ({ sentence, text }) => `INSERT ${sentence} - ${text}`,
  ({ sentence, text }) => `INSERT ${sentence} → ${text}`,
  ({ sentence, text }) => `<INSERT ${sentence}: ${text}>`,
  ({ sentence, text }) => `INSERT after ${sentence}: ${text}`,
  ({ sentence, text }) => `INSERT ${sentence} with: ${text}`,
  ({ sentence, text }) => `INSERT ${sentence}-${sentence}: ${text}`,
  ({ sentence, text }, index) => `INSERT ${sentence} (L${index + 1}): ${text}`,
  ({ sentence, text }) => `**INSERT ${sentence}:** ${text}`,
  ({ sentence, text }) => `- INSERT ${sentence}: ${text}`,
  ({ sentence, text }, index) => `${index + 1}. INSERT ${sentence}: ${text}`,
  ({ sentence, text }) => `\`INSERT ${sentence}: ${text}\``,
  ({ sentence, text }) => `> INSERT ${sentence}: ${text}`,
  ({ sentence, text }) => `INSERT ${sentence}:\n${text}`,
  ({ sentence, text }) => `<insert n="${sentence}">${text}</insert>`,
  ({ sentence, text }) => JSON.stringify({ action: 'INSERT', sentence, text }),
];

/** Ways to mark the start of a version. */
const markers: readonly ((name: VersionName) => string)[] = [
  (name) => `VERSION: ${versionMarkers[name]}`,
  (name) => `VERSION: ${name.toUpperCase()}`,
  (name) => `version: ${versionMarkers[name].toLowerCase()}`,
  (name) => `VERSION ${versionMarkers[name]}`,
  (name) => `### VERSION: ${versionMarkers[name]}`,
  (name) => `### ${versionMarkers[name]} VERSION`,
  (name) => `**VERSION: ${versionMarkers[name]}**`,
  (name) => `**Version ${versionNames.indexOf(name) + 1}: ${versionMarkers[name]}**`,
  (name) => `[VERSION: ${versionMarkers[name]}]`,
  (name) => `\uFEFFVERSION:\u00A0${versionMarkers[name]}`,
  (name) => `<version name="${versionMarkers[name]}">`,
  (name) => `--- VERSION: ${versionMarkers[name]} ---`,
];

/** Whole answers that are not lines of edits. */
const shapes: readonly Reply[] = [
  (lines) =>
    JSON.stringify(
      Object.fromEntries(
        versionNames.map((name) => [
          versionMarkers[name],
          lines
            .filter(({ version }) => version === name)
            .map(({ sentence, text }) => ({ action: 'INSERT', sentence, text })),
        ]),
      ),
    ),
  (lines) =>
    lines
      .map(({ version, sentence, text }) =>
        JSON.stringify({ version: versionMarkers[version], action: 'INSERT', sentence, text }),
      )
      .join('\n'),
  (lines) =>
    [
      '| Version | Action | Sentence | Text |',
      '|---|---|---|---|',
      ...lines.map(
        ({ version, sentence, text }) => `| ${versionMarkers[version]} | INSERT | ${sentence} | ${text} |`,
      ),
    ].join('\n'),
];

const comments = ['', '', '\nExplanation: it fits the voice of the author.', '\n(1 link used)', '\n\n---'];
const openings = ['', '', 'Here are the edits:\n\n', '<think>\nINSERT 3: A draft.\n</think>\n', '```\n'];
const lineEnds = ['\n', '\n', '\r\n'];

const dirt = [
  'See https://evil.example/a for more.',
  'Look at [this](https://evil.example/b) once.',
  'Look at www.evil.example/c once.',
  'Write to me@evil.example today.',
  'It is <b>bold</b> and <a href="https://evil.example/d">there</a>.',
  '<script>alert(1)</script> It runs.',
  'It is **bold** and `code` and _so on_.',
  '[6] I don’t think so.',
  'INSERT 4: It goes on.',
  'VERSION: CRAZY',
  'It was (L1) and [L2] at once.',
  'It ends here.<|im_end|>',
  'It is\u202E turned\u200B round\u0007.',
  'Call +1-800-555-0199 right now.',
  '[... the rest of the text remains unchanged ...]',
  '# It is a heading',
  '- It is an item',
  'A [[.]]((L1)) and an [[anchor text]]((L1)).',
  'An [[odd one]]((https://evil.example/e)) and [[another]]((L77)).',
  'Rain. '.repeat(300),
  '',
];

/**
 * Returns generators of answers about a case: `spelled` has each link once in each version, in one spelling, and
 * `dirty` has all kinds of text in its edits.
 */
export function oddReplies({ content, links }: CorpusCase) {
  const sentences = numberSentences(parseDocument(content));
  const open = sentences.filter(({ insertable }) => insertable).map(({ number }) => number);
  const labels = labelsFor(content, links);
  const places = fc.shuffledSubarray(open, { minLength: links.length, maxLength: links.length });
  const good = fc.tuple(places, places, places).map((chosen) =>
    versionNames.flatMap((version, at) =>
      links.map((_, index): Line => ({
        version,
        sentence: chosen[at]?.[index] ?? 1,
        text: `Number ${index + 1} was a [[thing worth having]]((${labelOf(labels, index)})) in those ${at + 3} days.`,
      })),
    ),
  );
  const inLines = fc
    .record({
      spelling: fc.constantFrom(...spellings),
      marker: fc.constantFrom(...markers),
      comment: fc.constantFrom(...comments),
      opening: fc.constantFrom(...openings),
      lineEnd: fc.constantFrom(...lineEnds),
    })
    .map(({ spelling, marker, comment, opening, lineEnd }): Reply => {
      const section = (lines: readonly Line[], name: VersionName) => [
        marker(name),
        ...lines
          .filter(({ version }) => version === name)
          .map((line, index) => spelling(line, index) + comment),
      ];
      return (lines) =>
        (opening + versionNames.flatMap((name) => section(lines, name)).join('\n')).replaceAll('\n', lineEnd);
    });
  const replies = fc.oneof(
    { weight: 9, arbitrary: inLines },
    { weight: 1, arbitrary: fc.constantFrom(...shapes) },
  );
  const pieces = fc.array(fc.constantFrom(...dirt), { minLength: 1, maxLength: 3 });
  return {
    spelled: fc.tuple(replies, good).map(([reply, lines]) => reply(lines)),
    dirty: fc
      .tuple(replies, good, fc.array(pieces, { minLength: 3, maxLength: 12 }))
      .map(([reply, lines, more]) =>
        reply(
          lines.map((line, index) => {
            const own = more[index % more.length] ?? [];
            return index % 2 === 0
              ? { ...line, text: [line.text, ...own].join(' ') }
              : { ...line, text: own.join(' ') };
          }),
        ),
      ),
  };
}
