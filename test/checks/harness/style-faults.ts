import type { Fault } from './faults.ts';

function numbered(line: (number: number) => string, count: number): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n');
}

const manyLines = numbered((number) => `export const value${number} = ${number};`, 501);
const manyStatements = numbered((number) => `  list.push(${number});`, 60);

export const styleFaults: readonly Fault[] = [
  {
    law: 'the core reads the clock',
    path: 'src/core/planted-clock.ts',
    source: 'export const planted = Date.now();\n',
    answer: 'The core is pure',
  },
  {
    law: 'the core parses an address with the platform',
    path: 'src/core/planted-url.ts',
    source: "export const planted = new URL('https://site.example/').href;\n",
    answer: 'The core is pure',
  },
  {
    law: 'the core uses random numbers',
    path: 'src/core/planted-dice.ts',
    source: 'export const planted = Math.random();\n',
    answer: 'The core has no dice',
  },
  {
    law: 'fetch outside api/',
    path: 'src/web/features/links/planted-fetch.ts',
    source: "export const planted = () => fetch('/api/links');\n",
    answer: 'Only src/web/api speaks to the server',
  },
  {
    law: 'fetch through globalThis',
    path: 'src/web/features/links/planted-global-fetch.ts',
    source: "export const planted = () => globalThis.fetch('/api/links');\n",
    answer: 'Only src/web/api speaks to the server',
  },
  {
    law: 'fetch through window',
    path: 'src/web/ui/planted-window-fetch.ts',
    source: "export const planted = () => window.fetch('/api/links');\n",
    answer: 'Only src/web/api speaks to the server',
  },
  {
    law: 'a default export',
    path: 'src/core/planted-default.ts',
    source: 'const planted = 1;\n\nexport default planted;\n',
    answer: 'no-default-export',
  },
  {
    law: 'a cast',
    path: 'src/core/planted-cast.ts',
    source: 'export const planted = (text: unknown) => text as string;\n',
    answer: 'consistent-type-assertions',
  },
  {
    law: 'any',
    path: 'src/core/planted-any.ts',
    source: 'export const planted = (text: any): string => String(text);\n',
    answer: 'no-explicit-any',
  },
  {
    law: 'a non-null assertion',
    path: 'src/core/planted-bang.ts',
    source: 'export const planted = (list: string[]): string => list[0]!;\n',
    answer: 'no-non-null-assertion',
  },
  {
    law: 'a comment that switches off the compiler',
    path: 'src/core/planted-ignore.ts',
    source: "// @ts-ignore\nexport const planted: number = 'text';\n",
    answer: 'ban-ts-comment',
  },
  {
    law: 'a file of 501 lines',
    path: 'src/core/planted-long-file.ts',
    source: `${manyLines}\n`,
    answer: 'max-lines',
  },
  {
    law: 'a function of 63 lines',
    path: 'src/core/planted-long-function.ts',
    source: `export function planted(list: number[]): number[] {\n${manyStatements}\n  return list;\n}\n`,
    answer: 'max-lines-per-function',
  },
  {
    law: 'a promise that nobody awaits',
    path: 'src/server/planted-promise.ts',
    source: 'export function planted(work: () => Promise<void>): void {\n  work();\n}\n',
    answer: 'no-floating-promises',
  },
  {
    law: 'a switch without one of its cases',
    path: 'src/core/planted-switch.ts',
    source: `export function planted(side: 'left' | 'right'): number {
  switch (side) {
    case 'left':
      return 1;
  }
  return 2;
}
`,
    answer: 'switch-exhaustiveness-check',
  },
  {
    law: 'a barrel',
    path: 'src/core/links/index.ts',
    source: "export * from './link.ts';\nexport * from '#core/edits/edit.ts';\n",
    answer: 'no-barrel-file',
  },
  {
    law: 'a file name in PascalCase',
    path: 'src/web/ui/PlantedButton.tsx',
    source: 'export const planted = 1;\n',
    answer: 'filename-case',
  },
  {
    law: 'a type that is imported as a value',
    path: 'src/core/planted-type-import.ts',
    source:
      "import { Link } from '#core/links/link.ts';\n\nexport const planted = (link: Link): string => link.id;\n",
    answer: 'consistent-type-imports',
  },
  {
    law: 'a skipped test',
    path: 'src/core/planted-skip.test.ts',
    source:
      "import { expect, test } from 'vitest';\n\ntest.skip('one is one', () => {\n  expect(1).toBe(1);\n});\n",
    answer: 'no-disabled-tests',
  },
  {
    law: 'a test that runs alone',
    path: 'src/core/planted-only.test.ts',
    source:
      "import { expect, test } from 'vitest';\n\ntest.only('one is one', () => {\n  expect(1).toBe(1);\n});\n",
    answer: 'no-focused-tests',
  },
  {
    law: 'a call of the console',
    path: 'src/server/planted-console.ts',
    source: "console.log('here');\n",
    answer: 'no-console',
  },
  {
    law: 'HTML from a string',
    path: 'src/web/ui/planted-html.tsx',
    source:
      'export const Planted = ({ html }: { html: string }) => <p dangerouslySetInnerHTML={{ __html: html }} />;\n',
    answer: 'no-danger',
  },
];
