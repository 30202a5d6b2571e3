import process from 'node:process';

import { corpusCases } from '#provider/corpus/corpus-cases.ts';
import { writeVersions } from '#provider/write-versions.ts';

import type { Row } from './table.ts';

/** Prints the edits of the built-in writer in each article, with the text before each, for a person to read. */
export async function printAdditions(): Promise<Row[]> {
  for (const { id, title, content, links } of corpusCases) {
    const chosen = links.map((link, index) => ({ ...link, id: `${index}`, integrations: 1 as const }));
    process.stdout.write(`\n${id} ${title}\n`);
    for (const { name, edits } of writeVersions(content, chosen)) {
      for (const { start, text } of edits) {
        const before = content.slice(Math.max(0, start - 160), start).replaceAll(/\s+/gu, ' ');
        const read = text.replaceAll(/\s+/gu, ' ').replaceAll(/\]\]\(\(.*?\)\)(?=[^)]|$)/gu, ']]');
        process.stdout.write(`  ${name}: …${before} >>${read}\n`);
      }
    }
  }
  return [];
}
