import { readdirSync } from 'node:fs';

const each = (names, value) =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, value]),
  );

const style = {
  ...each(
    `typescript/no-explicit-any typescript/no-non-null-assertion typescript/ban-ts-comment
    typescript/no-floating-promises typescript/no-misused-promises typescript/switch-exhaustiveness-check
    import/no-default-export import/no-cycle no-console no-var prefer-const eqeqeq react/no-danger
    vitest/no-disabled-tests vitest/no-focused-tests`,
    'error',
  ),
  ...each(
    `react/react-in-jsx-scope no-await-in-loop import/no-unassigned-import unicorn/no-array-sort
    import/no-named-as-default-member jsx-a11y/prefer-tag-over-role typescript/consistent-return
    typescript/unbound-method jsx-a11y/no-autofocus oxc/no-map-spread react/incompatible-library`,
    'off',
  ),
  'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: false, skipComments: false }],
  'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
  'typescript/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
  'oxc/no-barrel-file': ['error', { threshold: 0 }],
  'unicorn/filename-case': ['error', { case: 'kebabCase' }],
  'no-underscore-dangle': ['error', { allow: ['_default'] }],
};

const notForTests = each(
  `no-restricted-globals no-restricted-properties max-lines-per-function no-console no-empty-pattern
  vitest/no-conditional-expect vitest/no-standalone-expect typescript/no-misused-spread
  unicorn/consistent-function-scoping`,
  'off',
);

const ban = (group, message) => ({ group: group.split(' '), message });
const noParents = ban(
  '../* .. ../**',
  'Import a neighbour (./x.ts) or by path alias (#core/x.ts): no parent paths.',
);
const drivers = 'kysely kysely/* pg pg-* @photostructure/sqlite';
const react = 'react react-dom react/* react-dom/* @tanstack/* lucide-react';
const database = ban(
  `${drivers} #server/db/*`,
  'A database is known only inside src/server/db, links/, generations/ledger/ and workspaces/.',
);
const fastify = ban('fastify @fastify/*', 'Fastify is known only in src/server/app.ts, main.ts and http/.');

const features = readdirSync('src/web/features');
const pageFolders = readdirSync('src/web').filter((name) => !name.includes('.'));

/** The rules on imports of files. A later entry for the same file replaces an earlier one. */
const wall = (files, ...patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [noParents, ...patterns] }] },
});
const sharedWall = (folder, regex, message) => wall([`src/${folder}/**/*.ts`], { regex, message });
const serverWall = (folders, ...patterns) =>
  wall(
    folders.split(' ').map((folder) => `src/server/${folder}`),
    { regex: '^#(web|provider|e2e|scripts)/', message: 'The server never imports the page.' },
    ban(react, 'The server knows no React.'),
    ...patterns,
  );
const serverPart = (folder, others, ...patterns) =>
  serverWall(`${folder}/**/*.ts`, fastify, ...patterns, {
    regex: `^#server/(${others})`,
    message: `src/server/${folder} knows nothing of ${others}.`,
  });
const pageWall = (folder, ...patterns) =>
  wall(
    [`src/web/${folder}**/*.{ts,tsx}`],
    { regex: '^#(server|provider|e2e|scripts)/', message: 'The page never imports the server.' },
    ban(`node:* fs path crypto http ${drivers} fastify @fastify/* undici`, 'The page runs in a browser.'),
    ...patterns,
  );
const pagePart = (folder, others, message, ...patterns) =>
  pageWall(`${folder}/`, ...patterns, { regex: `^#web/(${others})`, message });

const walls = [
  sharedWall(
    'core',
    '^([^.#]|#(contract|llm-client|server|web|provider|e2e|scripts)/)',
    'The core is pure: it imports only itself.',
  ),
  sharedWall(
    'contract',
    '^([^.#z]|z[^o]|zo[^d]|zod$|zod/[^m]|#(llm-client|server|web|provider|e2e|scripts)/)',
    'The contract knows the core and zod/mini, nothing else.',
  ),
  sharedWall(
    'llm-client',
    '^([^.#ze]|z[^o]|zo[^d]|zod$|zod/[^m]|e[^v]|#(contract|server|web|provider|e2e|scripts)/)',
    'The client of models knows the core, zod/mini and eventsource-parser, nothing else.',
  ),
  serverWall('**/*.ts', database, fastify),
  serverWall('http/**/*.ts app.ts main.ts', database),
  serverPart('db', 'http/|model/|generations/(stream/|[^/]*$)'),
  serverPart('workspaces', 'http/|model/|generations/(stream/|[^/]*$)'),
  serverPart('links', 'http/|model/|generations/'),
  serverPart('generations/ledger', 'http/|model/|links/|generations/(stream/|[^/]*$)'),
  serverPart('model', 'http/|links/|generations/', database),
  pageWall(''),
  pagePart(
    'lib',
    `${pageFolders.filter((folder) => folder !== 'lib').join('/|')}/`,
    'The library of the page knows no other part of it.',
  ),
  pagePart('api', 'app/|features/|ui/|links-client/|version-view/', 'The api layer knows no feature.'),
  pagePart('ui', 'app/|features/|api/|links-client/|version-view/', 'The design system knows no feature.'),
  pagePart(
    'links-client',
    'app/|features/|ui/|version-view/',
    'The client of links knows no feature.',
    ban(`${react} *.tsx`, 'The client of links knows no React.'),
  ),
  pagePart('version-view', 'app/|features/|api/|links-client/', 'The view of a version knows no feature.'),
  ...features.map((feature) => {
    const others = features.filter((other) => other !== feature).join('|');
    const unknown = `app/|main\\.tsx|features/(${others})/`;
    return pagePart(`features/${feature}`, unknown, 'Features meet only in src/web/app.');
  }),
];

const globals = (names, message) => ({
  'no-restricted-globals': ['error', ...names.split(' ').map((name) => ({ name, message }))],
});
const onlyApi = 'Only src/web/api speaks to the server.';
const onlyText = 'The page writes text, never HTML.';
const banned = (properties, message, object) =>
  properties.split(' ').map((property) => ({ ...(object !== undefined && { object }), property, message }));
const laws = [
  {
    files: ['src/core/**/*.ts'],
    rules: {
      ...globals(
        'Date performance setTimeout setInterval crypto fetch console process window document URL queueMicrotask',
        'The core is pure: no clock, no dice, no I/O.',
      ),
      'no-restricted-properties': [
        'error',
        ...banned('random', 'The core has no dice: take the number.', 'Math'),
      ],
    },
  },
  {
    files: ['src/llm-client/**/*.ts'],
    rules: globals(
      'fetch XMLHttpRequest self indexedDB console',
      'The client of models calls by its transport.',
    ),
  },
  {
    files: ['src/web/**/*.{ts,tsx}'],
    excludeFiles: ['src/web/{api,service-worker}/**'],
    rules: {
      ...globals('fetch EventSource XMLHttpRequest', onlyApi),
      'no-restricted-properties': [
        'error',
        ...['window', 'globalThis', 'self'].flatMap((object) => banned('fetch', onlyApi, object)),
        ...banned('sendBeacon', onlyApi, 'navigator'),
        ...banned('innerHTML outerHTML insertAdjacentHTML', onlyText),
      ],
    },
  },
];

export default {
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true, denyWarnings: true },
  env: { builtin: true },
  ignorePatterns: ['dist', '.cache', 'node_modules'],
  rules: style,
  overrides: [
    ...walls,
    ...laws,
    {
      ...wall([
        '**/*.test.{ts,tsx}',
        '{checks,durability,e2e,bench,scripts,provider}/**/*.ts',
        '*.config.ts',
      ]),
    },
    {
      files: ['**/*.test.{ts,tsx}', '{checks,durability,e2e,bench,scripts,provider}/**/*.ts'],
      rules: notForTests,
    },
    { files: ['*.config.{ts,mjs}'], rules: { 'import/no-default-export': 'off', 'no-console': 'off' } },
    { files: ['src/web/lib/log.ts'], rules: { 'no-console': 'off' } },
  ],
};
