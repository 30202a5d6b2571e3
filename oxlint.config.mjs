import { readdirSync } from 'node:fs';

const each = (names, value) => Object.fromEntries(names.split(/\s+/).map((name) => [name, value]));

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
  'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  'import/no-duplicates': ['error', { 'prefer-inline': true }],
  'oxc/no-barrel-file': ['error', { threshold: 0 }],
  'unicorn/filename-case': ['error', { case: 'kebabCase' }],
  'no-underscore-dangle': ['error', { allow: ['_default'] }],
};

const tests = ['**/*.test.{ts,tsx}', '{checks,durability,e2e,bench,scripts,provider}/**/*.ts'];
const notForTests = each(
  `no-restricted-globals no-restricted-properties max-lines-per-function no-console no-empty-pattern
  vitest/no-conditional-expect vitest/no-standalone-expect typescript/no-misused-spread
  unicorn/consistent-function-scoping`,
  'off',
);

const ban = (group, message) => ({ group: group.split(' '), message });
const noParents = ban(
  '../* .. ../**',
  'Import ./neighbour.ts or by path alias (#core/x.ts): no parent paths.',
);
const drivers = 'kysely kysely/* pg pg-* @photostructure/sqlite';
const react = ban(
  'react react-dom react/* react-dom/* @tanstack/* lucide-react *.tsx',
  'React is known only in tsx files.',
);
const database = ban(
  `${drivers} #server/db/*`,
  'A database is known only inside src/server/db, links/, generations/ledger/ and workspaces/.',
);
const fastify = ban('fastify @fastify/*', 'Fastify is known only in src/server/app.ts, main.ts and http/.');

/** The rules on imports of files. A later entry for the same file replaces an earlier one. */
const wall = (files, ...patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [noParents, ...patterns] }] },
});
const roots = ['core', 'contract', 'llm-client', 'server', 'web', 'provider', 'e2e', 'scripts'];
const sharedPart = (folder, known, packages, foreign) => {
  const others = roots.filter((root) => root !== folder && !known.includes(root)).join('|');
  const message = `src/${folder} imports only ${[folder, ...known, ...packages].join(', ')}.`;
  return wall([`src/${folder}/**/*.ts`], { regex: `^(${foreign}|#(${others})/)`, message });
};

const ofServer = [
  { regex: '^#(web|provider|e2e|scripts)/', message: 'The server never imports the page.' },
  react,
];
const serverPart = (folder, others, ...patterns) =>
  wall([`src/server/${folder}/**/*.ts`], ...ofServer, fastify, ...patterns, {
    regex: `^#server/(${others})`,
    message: `src/server/${folder} knows nothing of ${others}`,
  });

const ofPage = [
  { regex: '^#(server|provider|e2e|scripts)/', message: 'The page never imports the server.' },
  ban(`node:* fs path crypto http ${drivers} fastify @fastify/* undici`, 'The page runs in a browser.'),
];
/** Each part of the page imports itself and what stands in the lines above its own. */
const layers = [
  ['lib'],
  ['api', 'ui', 'markup', 'version-view', 'service-worker'],
  ['links-client', 'proof-of-work'],
  readdirSync('src/web/features').map((feature) => `features/${feature}`),
  ['app', 'main.tsx'],
];
const withoutReact = new Set(['api', 'markup', 'links-client']);
const pageParts = layers.flat().map((part) => {
  const layer = layers.find((parts) => parts.includes(part));
  const unknown = layers.slice(layers.indexOf(layer)).flat();
  const message = part.startsWith('features/')
    ? 'Features meet only in src/web/app.'
    : `src/web/${part} imports lower layers only.`;
  return wall(
    [part.endsWith('.tsx') ? `src/web/${part}` : `src/web/${part}/**/*.{ts,tsx}`],
    ...ofPage,
    { regex: `^#web/(${unknown.filter((other) => other !== part).join('|')})(/|$)`, message },
    ...(withoutReact.has(part) ? [react] : []),
  );
});

const notZod = '[^.#z]|z[^o]|zo[^d]|zod$|zod/[^m]';
const walls = [
  sharedPart('core', [], [], '[^.#]'),
  sharedPart('contract', ['core'], ['zod/mini'], notZod),
  sharedPart(
    'llm-client',
    ['core'],
    ['zod/mini', 'eventsource-parser'],
    `${notZod.replace('z]', 'ze]')}|e[^v]`,
  ),
  wall(['src/server/**/*.ts'], ...ofServer, database, fastify),
  wall(['src/server/http/**/*.ts', 'src/server/app.ts', 'src/server/main.ts'], ...ofServer, database),
  serverPart('db', 'http/|model/|generations/(stream/|[^/]*$)'),
  serverPart('workspaces', 'http/|model/|generations/(stream/|[^/]*$)'),
  serverPart('links', 'http/|model/|generations/'),
  serverPart('generations/ledger', 'http/|model/|links/|generations/(stream/|[^/]*$)'),
  serverPart('model', 'http/|links/|generations/', database),
  wall(['src/web/**/*.{ts,tsx}'], ...ofPage),
  ...pageParts,
];

const globals = (names, message) => ({
  'no-restricted-globals': ['error', ...names.split(' ').map((name) => ({ name, message }))],
});
const onlyApi = 'Only src/web/api speaks to the server.';
const banned = (properties, message, object) =>
  properties.split(' ').map((property) => ({ ...(object !== undefined && { object }), property, message }));
const properties = (...bans) => ({ 'no-restricted-properties': ['error', ...bans] });
const laws = [
  {
    files: ['src/core/**/*.ts'],
    rules: {
      ...globals(
        'Date performance setTimeout setInterval crypto fetch console process window document URL queueMicrotask',
        'The core is pure: no clock, no dice, no I/O.',
      ),
      ...properties(...banned('random', 'The core has no dice: take the number.', 'Math')),
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
    rules: globals('fetch EventSource XMLHttpRequest', onlyApi),
  },
  {
    files: ['src/web/**/*.{ts,tsx}'],
    excludeFiles: ['src/web/api/**'],
    rules: properties(
      ...['window', 'globalThis', 'self'].flatMap((object) => banned('fetch', onlyApi, object)),
      ...banned('sendBeacon', onlyApi, 'navigator'),
      ...banned('innerHTML outerHTML insertAdjacentHTML', 'The page writes text, never HTML.'),
    ),
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
    wall([...tests, '*.config.ts']),
    { files: tests, rules: notForTests },
    { files: ['*.config.{ts,mjs}'], rules: { 'import/no-default-export': 'off' } },
    { files: ['src/web/lib/log.ts'], rules: { 'no-console': 'off' } },
  ],
};
