import { mkdir, writeFile } from 'node:fs/promises';
import process from 'node:process';

import { printAdditions } from './additions.ts';
import { benchAnswers } from './answers.ts';
import { benchCost } from './cost.ts';
import { benchGateway } from './gateway.ts';
import { benchLinks } from './links.ts';
import { benchList } from './list.ts';
import { benchOrders } from './orders.ts';
import { benchPage } from './page.ts';
import { benchParser } from './parser.ts';
import { benchRelink } from './relink.ts';
import { benchSize } from './size.ts';
import { benchSuggest } from './suggest.ts';
import { formatTable, type Row } from './table.ts';
import { benchWeave } from './weave.ts';
import { benchWriter } from './writer.ts';

const benches: Readonly<Record<string, () => Promise<Row[] | Row[][]>>> = {
  size: benchSize,
  answers: benchAnswers,
  parser: benchParser,
  writer: benchWriter,
  additions: printAdditions,
  suggest: benchSuggest,
  relink: benchRelink,
  page: benchPage,
  list: benchList,
  links: benchLinks,
  orders: benchOrders,
  cost: benchCost,
  gateway: benchGateway,
  weave: benchWeave,
};

const folder = 'tools/bench/results';
const [wanted] = process.argv.slice(2);
const names = wanted === undefined ? Object.keys(benches) : [wanted];

for (const name of names) {
  const bench = benches[name];
  if (bench === undefined) throw new Error(`There is no bench "${name}": ${Object.keys(benches).join(', ')}`);
  const measured = await bench();
  const rows = measured.flat();
  if (rows.length === 0) continue;
  const tables = measured.some((part) => Array.isArray(part)) ? measured : [rows];
  process.stdout.write(`\n${name}\n${tables.map((table) => formatTable([table].flat())).join('\n\n')}\n`);
  await mkdir(folder, { recursive: true });
  const result = { name, at: new Date().toISOString(), node: process.version, rows };
  await writeFile(`${folder}/${name}.json`, `${JSON.stringify(result, null, 2)}\n`);
}
