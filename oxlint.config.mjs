import { readdirSync } from 'node:fs';

const rule = (name, ...options) => ({ [name]: ['error', ...options] });
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
  ...rule('max-lines', { max: 500, skipBlankLines: false, skipComments: false }),
  ...rule('max-lines-per-function', { max: 60, skipBlankLines: false, skipComments: false }),
  ...rule('typescript/consistent-type-assertions', { assertionStyle: 'never' }),
  ...rule('typescript/consistent-type-imports', { fixStyle: 'inline-type-imports' }),
  ...rule('import/no-duplicates', { 'prefer-inline': true }),
  ...rule('oxc/no-barrel-file', { threshold: 0 }),
  ...rule('unicorn/filename-case', { case: 'kebabCase' }),
  ...rule('no-underscore-dangle', { allow: ['_default'] }),
};

const tests = ['**/*.test.{ts,tsx}', '{test,tools}/**/*.ts'];
const notForTests = each(
  `no-restricted-globals no-restricted-properties max-lines-per-function no-console no-empty-pattern
  vitest/no-conditional-expect vitest/no-standalone-expect typescript/no-misused-spread
  unicorn/consistent-function-scoping`,
  'off',
);

const ban = (group, message) => ({ group: group.split(' '), message });
const noParents = ban('../* .. ../**', 'Import ./x.ts or #core/x.ts: no parent paths.');
const drivers = 'kysely kysely/* pg pg-* @photostructure/sqlite';
const reactPackages = 'react react-dom react/* react-dom/* @tanstack/* lucide-react';
const react = ban(`${reactPackages} *.tsx`, 'React is known only in tsx files.');
const database = ban(
  `${drivers} #server/db/*`,
  'A database is known only to db, backup, links, workspaces, cleanup, orders.',
);
const fastify = ban('fastify @fastify/*', 'Fastify is known only in src/server/app.ts, main.ts and http/.');

const law = (files, ...rules) => ({ files, rules: Object.assign({}, ...rules) });
/** Returns a rule about the imports of these files. A later rule for the same file replaces an earlier one. */
const wall = (files, ...patterns) =>
  law(files, rule('no-restricted-imports', { patterns: [noParents, ...patterns] }));
const roots = [
  'core',
  'contract',
  'llm-client',
  'export',
  'server',
  'cli',
  'web',
  'provider',
  'e2e',
  'scripts',
];
const sharedPart = (folder, known, packages, foreign) => {
  const others = roots.filter((root) => root !== folder && !known.includes(root)).join('|');
  const message = `src/${folder} imports only ${[folder, ...known, ...packages].join(', ')}.`;
  return wall([`src/${folder}/**/*.ts`], { regex: `^(${foreign}|#(${others})/)`, message });
};

const ofServer = [
  { regex: '^#(web|cli|provider|e2e|scripts)/', message: 'The server never imports the page.' },
  react,
];
const serverPart = (folder, others, ...patterns) => {
  const foreign = { regex: `^#server/(${others})`, message: `${folder} knows nothing of ${others}` };
  return wall([`src/server/${folder}/**/*.ts`], ...ofServer, fastify, ...patterns, foreign);
};

const pageFiles = ['src/web/**/*.{ts,tsx}'];
const ofPage = [
  { regex: '^#(server|cli|provider|e2e|scripts)/', message: 'The page never imports the server.' },
  ban(`node:* fs path crypto http ${drivers} fastify @fastify/* undici`, 'The page runs in a browser.'),
];
/** Each part of the page may import from itself and from the parts in the lines above its own. */
const layers = [
  ['german'],
  ['lib'],
  ['api', 'ui', 'version-view', 'service-worker'],
  ['links-client'],
  ['works'],
  readdirSync('src/web/features').map((feature) => `features/${feature}`),
  ['app', 'main.ts'],
];
const withoutReact = new Set(['api', 'links-client', 'works']);
const pageParts = layers.flat().map((part) => {
  const higher = layers.slice(layers.findIndex((parts) => parts.includes(part))).flat();
  const unknown = higher.filter((other) => other !== part).join('|');
  const message = `src/web/${part}: ${part.startsWith('features/') ? 'features meet only in app' : 'lower layers only'}.`;
  const files = part.endsWith('.ts') ? part : `${part}/**/*.{ts,tsx}`;
  const patterns = [...ofPage, { regex: `^#web/(${unknown})(/|$)`, message }];
  return wall([`src/web/${files}`], ...patterns, ...(withoutReact.has(part) ? [react] : []));
});

/** The folders of the core. Each may import from itself and from the folders before it. */
const coreFolders =
  'lib errors language links document edits export link-files relink ranking report commands reply prompt limits built-in-writer generation';
const foreignRoots = roots.filter((root) => root !== 'core').join('|');
const coreParts = coreFolders.split(' ').map((folder, index, all) => {
  const later = all.slice(index + 1).join('|') || '$';
  const message = `src/core/${folder} imports only core, and of it only ${all.slice(0, index + 1).join(', ')}.`;
  return wall([`src/core/${folder}/**/*.ts`], {
    regex: `^([^.#]|#(${foreignRoots})/|#core/(${later})/)`,
    message,
  });
});

const notZod = '[^.#z]|z[^o]|zo[^d]|zod$|zod/[^m]';
const notZodOrEvents = `${notZod.replace('z]', 'ze]')}|e[^v]`;
/** The files that store orders know the database. The files that run them do not. */
const orderStore = ['budget', 'leases', 'order-*', 'test-*'].map((name) => `src/server/orders/${name}.ts`);
const runs = '(orders|run|idempotency|spending)';
const walls = [
  sharedPart('core', [], [], '[^.#]'),
  ...coreParts,
  sharedPart('contract', ['core'], ['zod/mini'], notZod),
  sharedPart('llm-client', ['core'], ['zod/mini', 'eventsource-parser'], notZodOrEvents),
  sharedPart('export', ['core'], ['marked', 'turndown', 'linkedom'], '[^.#mtl]|m[^a]|t[^u]|l[^i]'),
  wall(['src/server/**/*.ts'], ...ofServer, database, fastify),
  wall(['src/server/http/**/*.ts', 'src/server/app.ts', 'src/server/main.ts'], ...ofServer, database),
  serverPart('db', `http/|model/|links/|orders/${runs}`),
  serverPart('workspaces', 'http/|model/|links/|orders/'),
  serverPart('backup', 'http/|model/|links/|orders/'),
  serverPart('cleanup', `http/|model/|orders/${runs}`),
  serverPart('links', 'http/|model/|orders/'),
  wall(orderStore, ...ofServer, fastify, {
    regex: `^#server/(http/|model/|links/)|^\\./${runs}`,
    message: 'The store of orders knows nothing of http, model, links and the files that run orders.',
  }),
  serverPart('model', 'http/|links/|orders/', database),
  wall(
    ['src/cli/**/*.ts'],
    { regex: '^#(web|provider|e2e|scripts)/', message: 'The commands never import the page.' },
    react,
  ),
  wall(pageFiles, ...ofPage),
  ...pageParts,
];

const bans = (names, key, message) => names.split(' ').map((name) => ({ ...key(name), message }));
const noGlobals = (names, message) =>
  rule('no-restricted-globals', ...bans(names, (name) => ({ name }), message));
/** `fetch` means this property of any object, and `window.fetch` means the property of this object only. */
const ofObject = (name) =>
  name.includes('.') ? { object: name.split('.')[0], property: name.split('.')[1] } : { property: name };
const noProperties = (...lists) =>
  rule('no-restricted-properties', ...lists.flatMap(([names, message]) => bans(names, ofObject, message)));
const except = (files, rules) => ({ ...rules, excludeFiles: [files] });
const connections = 'fetch EventSource XMLHttpRequest';
const onlyApi = 'Only src/web/api speaks to the server.';
const ofApi = [
  ['window.fetch globalThis.fetch self.fetch navigator.sendBeacon', onlyApi],
  ['innerHTML outerHTML insertAdjacentHTML', 'The page writes text, never HTML.'],
];
const clocks = 'Date performance setTimeout setInterval queueMicrotask';
const platform = `${clocks} crypto fetch console process window document URL`;
const laws = [
  law(
    ['src/core/**/*.ts'],
    noGlobals(platform, 'The core is pure: no clock, no I/O.'),
    noProperties(['Math.random', 'The core has no dice: take the number.']),
  ),
  law(['src/llm-client/**/*.ts'], noGlobals(`${connections} self indexedDB console`, 'Use the transport.')),
  law(['src/export/**/*.ts'], noGlobals(connections, onlyApi), noProperties(...ofApi)),
  except('src/web/{api,service-worker}/**', law(pageFiles, noGlobals(connections, onlyApi))),
  except('src/web/api/**', law(pageFiles, noProperties(...ofApi))),
  // Texts come from the catalogue (lib/language.ts). These signs are the same in each language.
  law(['src/web/**/*.tsx'], rule('react/jsx-no-literals', { allowedStrings: '© / ( ) . : … ·'.split(' ') })),
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
    wall([...tests, 'src/{cli,core,server}/**/test-*.ts', '*.config.ts']),
    { files: tests, rules: notForTests },
    { files: ['*.config.{ts,mjs}'], rules: { 'import/no-default-export': 'off' } },
    { files: ['src/web/lib/log.ts'], rules: { 'no-console': 'off' } },
  ],
};
