import { afterAll, beforeAll, expect, test } from 'vitest';

import { copyCheckout, type CheckoutCopy } from '#scripts/checkout-copy.ts';

/** The compiler must also enforce the boundaries. A comment can switch off a lint rule, but not a project reference. */
const faults = [
  {
    law: 'the core uses a type of Node',
    path: 'src/core/planted-node-type.ts',
    source: "import type { Stats } from 'node:fs';\n\nexport type Planted = Stats;\n",
    answer: 'node:fs',
  },
  {
    law: 'the core uses the DOM',
    path: 'src/core/planted-dom.ts',
    source: 'export const planted = () => document.title;\n',
    answer: 'document',
  },
  {
    law: 'the core imports the server',
    path: 'src/core/planted-server.ts',
    source:
      "import type { Planted as Other } from '#server/planted-target.ts';\n\nexport type Planted = Other;\n",
    answer: 'src/core/tsconfig.json',
  },
  {
    law: 'the contract imports the server',
    path: 'src/contract/planted-server.ts',
    source:
      "import type { Planted as Other } from '#server/planted-target.ts';\n\nexport type Planted = Other;\n",
    answer: 'src/contract/tsconfig.json',
  },
  {
    law: 'the page imports the server',
    path: 'src/web/planted-server.ts',
    source:
      "import type { Planted as Other } from '#server/planted-target.ts';\n\nexport type Planted = Other;\n",
    answer: 'src/web/tsconfig.json',
  },
  {
    law: 'the service worker uses the DOM',
    path: 'src/web/service-worker/planted-dom.ts',
    source: 'export const planted = () => document.title;\n',
    answer: 'document',
  },
  {
    law: 'the server imports the page',
    path: 'src/server/planted-web.ts',
    source:
      "import type { Planted as Other } from '#web/planted-target.ts';\n\nexport type Planted = Other;\n",
    answer: 'src/server/tsconfig.json',
  },
  {
    law: 'an index access without a check',
    path: 'src/core/planted-index.ts',
    source: 'export const planted = (list: string[]): string => list[0];\n',
    answer: "not assignable to type 'string'",
  },
];

const plain = 'export type Planted = string;\n';
/** Correct files that the others import, so that no project is empty. */
const sound = {
  'src/web/planted-target.ts': plain,
  'src/server/planted-target.ts': plain,
  'src/llm-client/planted-target.ts': plain,
};
const messages = new Map<string, string>();
let copy: CheckoutCopy;

// One run checks all faults. Each is in its own file, so that none hides another. Only the settings come from the
// checkout. A step of `npm test` compiles the project's own files.
beforeAll(async () => {
  copy = await copyCheckout((file) => /(?:^|\/)(?:tsconfig[.\w-]*|package)\.json$/u.test(file));
  await copy.plant({ ...sound, ...Object.fromEntries(faults.map(({ path, source }) => [path, source])) });
  const projects = ['server', 'web', 'web/service-worker'].map((folder) => `src/${folder}`);
  const { output } = await copy.run('tsc', '-b', '--pretty', 'false', ...projects);
  for (const line of output.split('\n')) {
    const file = /^[^(\s]+/.exec(line)?.[0] ?? '';
    messages.set(file, `${messages.get(file) ?? ''}${line}\n`);
  }
});

afterAll(() => copy.remove());

test.each(faults)('the compiler refuses: $law', ({ path, answer }) => {
  expect(messages.get(path) ?? 'nothing found').toContain(answer);
});

test('the compiler refuses nothing else', () => {
  const refused = [...messages.keys()].filter((file) => file.endsWith('.ts'));
  expect(refused.toSorted()).toEqual(faults.map(({ path }) => path).toSorted());
});
