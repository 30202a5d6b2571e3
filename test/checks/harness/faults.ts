/** A file that breaks one rule, and a part of the message that the linter must report. */
export type Fault = {
  readonly law: string;
  readonly path: string;
  readonly source: string;
  readonly answer: string;
};

function importing(module: string): string {
  return `import { something } from '${module}';\n\nexport const planted = something;\n`;
}

export const wallFaults: readonly Fault[] = [
  ['the core imports React', 'src/core/planted-react.ts', 'react', 'src/core imports only core.'],
  ['the core imports Node', 'src/core/planted-node.ts', 'node:fs', 'src/core imports only core.'],
  [
    'the core imports the contract',
    'src/core/planted-contract.ts',
    '#contract/links.ts',
    'src/core imports only core.',
  ],
  ['the core imports a schema package', 'src/core/planted-zod.ts', 'zod/mini', 'src/core imports only core.'],
  [
    'the contract imports the server',
    'src/contract/planted-server.ts',
    '#server/app.ts',
    'src/contract imports only',
  ],
  [
    'the contract imports the page',
    'src/contract/planted-web.ts',
    '#web/app/app.tsx',
    'src/contract imports only',
  ],
  ['the contract imports all of zod', 'src/contract/planted-zod.ts', 'zod', 'src/contract imports only'],
  ['the contract imports a package', 'src/contract/planted-react.ts', 'react', 'src/contract imports only'],
  [
    'the page imports the server',
    'src/web/planted-server.ts',
    '#server/app.ts',
    'The page never imports the server',
  ],
  [
    'a feature imports the server',
    'src/web/features/links/planted-server.ts',
    '#server/app.ts',
    'never imports',
  ],
  [
    'the client of models imports the server',
    'src/llm-client/planted-server.ts',
    '#server/app.ts',
    'src/llm-client imports only',
  ],
  [
    'the client of models imports an HTTP client',
    'src/llm-client/planted-undici.ts',
    'undici',
    'src/llm-client imports only',
  ],
  ['an export imports the page', 'src/export/planted-page.ts', '#web/api/send.ts', 'src/export imports only'],
  [
    'an export imports a package of the server',
    'src/export/planted-fastify.ts',
    'fastify',
    'src/export imports only',
  ],
  [
    'a folder of the core imports one that comes after it',
    'src/core/edits/planted-order.ts',
    '#core/ranking/terms.ts',
    'src/core/edits imports only core, and of it only lib, errors, language, links, document, edits.',
  ],
  [
    'the core imports the client of models',
    'src/core/planted-completion.ts',
    '#llm-client/request/completion-request.ts',
    'src/core imports only core.',
  ],
  ['the page imports Node', 'src/web/ui/planted-node.ts', 'node:fs', 'The page runs in a browser'],
  ['the page imports the test provider', 'src/web/planted-provider.ts', '#provider/x.ts', 'never imports'],
  [
    'the server imports the page',
    'src/server/planted-web.ts',
    '#web/app/app.tsx',
    'The server never imports the page',
  ],
  [
    'backup imports orders',
    'src/server/backup/planted.ts',
    '#server/orders/orders.ts',
    'backup knows nothing',
  ],
  ['the server imports a command', 'src/server/planted-cli.ts', '#cli/lib/command.ts', 'never imports'],
  ['a command imports the page', 'src/cli/planted-web.ts', '#web/app/app.tsx', 'never import the page'],
  ['the server imports React', 'src/server/http/planted-react.ts', 'react', 'React is known only'],
  ['the server imports a script', 'src/server/planted-script.ts', '#scripts/run-command.ts', 'never imports'],
  [
    'links feature imports content',
    'src/web/features/links/planted.ts',
    '#web/features/content/x.ts',
    'meet only',
  ],
  [
    'content feature imports generation',
    'src/web/features/content/planted.ts',
    '#web/features/generation/x.ts',
    'meet only',
  ],
  [
    'generation feature imports terms',
    'src/web/features/generation/planted.ts',
    '#web/features/terms/x.ts',
    'meet only',
  ],
  [
    'terms feature imports links',
    'src/web/features/terms/planted.ts',
    '#web/features/links/x.ts',
    'meet only',
  ],
  [
    'suggestions feature imports links',
    'src/web/features/suggestions/planted.ts',
    '#web/features/links/x.ts',
    'meet only',
  ],
  [
    'workspace feature imports import',
    'src/web/features/workspace/planted.ts',
    '#web/features/import/x.ts',
    'meet only',
  ],
  [
    'links feature imports suggestions',
    'src/web/features/links/planted-suggest.ts',
    '#web/features/suggestions/x.ts',
    'meet only',
  ],
  [
    'a database outside links and the store of orders',
    'src/server/orders/planted-sqlite.ts',
    '@photostructure/sqlite',
    'A database is known',
  ],
  ['a query layer in HTTP', 'src/server/http/planted-kysely.ts', 'kysely', 'A database is known'],
  [
    'HTTP imports the database',
    'src/server/http/planted-database.ts',
    '#server/db/database.ts',
    'A database is known',
  ],
  ['a database driver in a model', 'src/server/model/planted-pg.ts', 'pg', 'A database is known'],
  ['Fastify inside links', 'src/server/links/planted-fastify.ts', 'fastify', 'Fastify is known'],
  ['links import a model', 'src/server/links/planted-model.ts', '#server/model/x.ts', 'links knows nothing'],
  ['links import orders', 'src/server/links/planted-orders.ts', '#server/orders/x.ts', 'links knows nothing'],
  [
    'the store of orders imports links',
    'src/server/orders/order-links.ts',
    '#server/links/x.ts',
    'store of orders knows nothing',
  ],
  [
    'the store of orders imports HTTP',
    'src/server/orders/order-http.ts',
    '#server/http/x.ts',
    'store of orders knows nothing',
  ],
  ['the database imports links', 'src/server/db/planted-links.ts', '#server/links/x.ts', 'db knows nothing'],
  [
    'the database imports generation',
    'src/server/db/planted-generation.ts',
    '#server/orders/orders.ts',
    'db knows nothing',
  ],
  [
    'workspaces import HTTP',
    'src/server/workspaces/planted-http.ts',
    '#server/http/x.ts',
    'workspaces knows nothing',
  ],
  ['a model imports links', 'src/server/model/planted-links.ts', '#server/links/x.ts', 'model knows nothing'],
  [
    'the client of links imports React',
    'src/web/links-client/planted-react.ts',
    'react',
    'React is known only',
  ],
  [
    'the client of links imports a feature',
    'src/web/links-client/planted-feature.ts',
    '#web/features/links/x.ts',
    'lower layers only',
  ],
  ['the library imports the api', 'src/web/lib/planted-api.ts', '#web/api/x.ts', 'lower layers only'],
  [
    'the view of a version imports a feature',
    'src/web/version-view/planted.ts',
    '#web/features/generation/x.ts',
    'lower layers only',
  ],
  ['a feature imports the app', 'src/web/features/terms/planted-app.ts', '#web/app/app.tsx', 'meet only'],
  [
    'an import by parent path',
    'src/core/links/planted-parent.ts',
    '../edits/version-names.ts',
    'no parent paths',
  ],
  [
    'a test imports by parent path',
    'src/core/links/planted.test.ts',
    '../edits/version-names.ts',
    'no parent paths',
  ],
].map(([law = '', path = '', module = '', answer = '']) => ({
  law,
  path,
  source: importing(module),
  answer,
}));
