import process from 'node:process';

import { beforeAll, expect, test } from 'vitest';

import { parseDocument } from '#core/document/document.ts';
import { formatOf } from '#core/document/text-format.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { noteSlowest } from '#scripts/count-cases.ts';

const length = 100_000;

/** The openings and the ends of the constructs of the dialects. */
const constructs: readonly (readonly [string, string])[] = [
  ['---\n', '---\n'],
  ['+++\n', '+++\n'],
  ['{\n', '}\n'],
  ['a: "', '"\n'],
  ['"""', '"""'],
  ['{{< a ', ' >}}'],
  ['{{% a ', ' %}}'],
  ['{{< a >}}\n', '{{< /a >}}\n'],
  ['{{</* ', ' */>}}'],
  ['{% a ', ' %}'],
  ['{% raw %}', '{% endraw %}'],
  ['{% comment %}\n', '{% endcomment %}\n'],
  ['{%- a ', ' -%}'],
  ['{{ ', ' }}'],
  ['{{{ ', ' }}}'],
  ['{{#if a}}', '{{/if}}'],
  ['{{!-- ', ' --}}'],
  ['{# ', ' #}'],
  ['<% ', ' %>'],
  ['<?php ', ' ?>'],
  ['{::comment}\n', '{:/comment}\n'],
  ['{: ', ' }'],
  ['{/* ', ' */}'],
  ['{a && ', '}'],
  ['{[ ', ' ]}'],
  ['`${', '}`'],
  ['export const a = {\n', '}\n'],
  ['import {\n', "} from 'a'\n"],
  ['<A b={', '} />'],
  ['<A b="', '" />'],
  ['<A>\n', '</A>\n'],
  ['<a\n', '>\n'],
  ['<img\n', '\n>\n'],
  ['<details>\n', '</details>\n'],
  ['<p hidden>', '</p>'],
  ['<figure><figcaption>', '</figcaption></figure>'],
  ['<!-- ', ' -->'],
  ['<!-- wp:a/b {"a":"', '"} -->'],
  ['<!-- wp:a -->\n<p>A. B.</p>\n', '<!-- /wp:a -->\n'],
  ['<!-- wp:a {"a":"A b. C d."} -->\n<p>A b. C d.</p>\n', '<!-- /wp:a -->\n'],
  ['[caption id="a"]', '[/caption]'],
  ['[a b="', '"]'],
  ['[[a', ']]'],
  ['![[a|', ']]'],
  ['%%', '%%'],
  ['%%\n', '%%\n'],
  ['==', '=='],
  ['$$\n', '$$\n'],
  ['$', '$'],
  [':::a\n', ':::\n'],
  ['::::', ':::'],
  ['!!! a "', '"\n'],
  ['=== "', '"\n'],
  ['--8<--\n', '--8<--\n'],
  ['*[a', ']: b\n'],
  ['[^a', ']: b\n'],
  ['[^a]: b\n\n', '    c\n\n'],
  ['a\n: ', '\n\n'],
  ['> [!a]\n', '> a\n'],
  ['| a ', '|\n|-|\n'],
  ['```a\n', '```\n'],
  ['~~~\n', '~~~\n'],
  ['![a](/b)\n*', '*\n'],
  ['(a. ', ') '],
  ['（あ。', '）'],
  ['“a. ', '” '],
  ['2 Mio. ', 'A. '],
  ['Affiliate link commission. ', '\n\n'],
  ['Werbung Anzeige Provision ', '. '],
];

const filled = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Returns texts of one length in which a construct has no end, is opened often, alternates or nests. */
function hostileTexts([open, close]: readonly [string, string]): string[] {
  const half = Math.ceil(length / 2 / (open.length + close.length));
  return [
    filled(open),
    filled(open + close),
    `A b.\n\n${open}${filled('a: b. ')}`,
    open.repeat(half) + close.repeat(half),
  ];
}

/** Returns the milliseconds of a processor that a text takes. */
function timeOf(text: string): number {
  const before = process.cpuUsage();
  formatOf(text);
  numberSentences(parseDocument(text));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * In milliseconds. A text may take 100 on a quiet machine. A busy one takes longer, for usual texts as well, so only much
 * more is a fault. A reader that is not linear takes many seconds.
 */
let most = 500;

beforeAll(() => {
  const usual = filled('A b. C d.\n\n');
  timeOf(usual);
  most = Math.max(most, 6 * timeOf(usual));
});

const named = constructs.map((construct) => ({ name: construct.join('…'), construct }));

test.for(named)('a hostile text of $name is read in linear time', ({ construct }, { task }) => {
  const times = hostileTexts(construct).map((text) => {
    const time = timeOf(text);
    return time < most ? time : timeOf(text);
  });
  expect(noteSlowest({ task }, times)).toBeLessThan(most);
});
