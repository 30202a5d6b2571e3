/** A file that breaks one law, and the rule (or the words) with which the linter must answer. */
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
  ['the core imports React', 'src/core/planted-react.ts', 'react', 'The core is pure'],
  ['the core imports Node', 'src/core/planted-node.ts', 'node:fs', 'The core is pure'],
  ['the core imports the contract', 'src/core/planted-contract.ts', '#contract/links.ts', 'The core is pure'],
  ['the core imports a schema package', 'src/core/planted-zod.ts', 'zod/mini', 'The core is pure'],
  [
    'the contract imports the server',
    'src/contract/planted-server.ts',
    '#server/app.ts',
    'The contract knows',
  ],
  ['the contract imports the page', 'src/contract/planted-web.ts', '#web/app.tsx', 'The contract knows'],
  ['the contract imports all of zod', 'src/contract/planted-zod.ts', 'zod', 'The contract knows'],
  ['the contract imports a package', 'src/contract/planted-react.ts', 'react', 'The contract knows'],
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
    'the completion protocol imports the server',
    'src/completion/planted-server.ts',
    '#server/app.ts',
    'The completion protocol knows',
  ],
  [
    'the completion protocol imports an HTTP client',
    'src/completion/planted-undici.ts',
    'undici',
    'The completion protocol knows',
  ],
  [
    'the core imports the completion protocol',
    'src/core/planted-completion.ts',
    '#completion/transport.ts',
    'The core is pure',
  ],
  ['the page imports Node', 'src/web/ui/planted-node.ts', 'node:fs', 'The page runs in a browser'],
  ['the page imports the test provider', 'src/web/planted-provider.ts', '#provider/x.ts', 'never imports'],
  [
    'the server imports the page',
    'src/server/planted-web.ts',
    '#web/app.tsx',
    'The server never imports the page',
  ],
  ['the server imports React', 'src/server/http/planted-react.ts', 'react', 'The server knows no React'],
  ['the server imports a script', 'src/server/planted-script.ts', '#scripts/run-command.ts', 'never imports'],
  [
    'links feature imports content',
    'src/web/features/links/planted.ts',
    '#web/features/content/x.ts',
    'meet only',
  ],
  [
    'content feature imports enhanced',
    'src/web/features/content/planted.ts',
    '#web/features/enhanced/x.ts',
    'meet only',
  ],
  [
    'enhanced feature imports terms',
    'src/web/features/enhanced/planted.ts',
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
    'suggest feature imports links',
    'src/web/features/suggest/planted.ts',
    '#web/features/links/x.ts',
    'meet only',
  ],
  [
    'workspace feature imports transfer',
    'src/web/features/workspace/planted.ts',
    '#web/features/transfer/x.ts',
    'meet only',
  ],
  [
    'links feature imports suggest',
    'src/web/features/links/planted-suggest.ts',
    '#web/features/suggest/x.ts',
    'meet only',
  ],
  [
    'a database outside links and ledger',
    'src/server/generation/planted-sqlite.ts',
    '@photostructure/sqlite',
    'A database is known',
  ],
  ['a query layer in HTTP', 'src/server/http/planted-kysely.ts', 'kysely', 'A database is known'],
  [
    'HTTP imports the database',
    'src/server/http/planted-database.ts',
    '#server/database/database.ts',
    'A database is known',
  ],
  ['a database driver in a model', 'src/server/model/planted-pg.ts', 'pg', 'A database is known'],
  ['Fastify inside links', 'src/server/links/planted-fastify.ts', 'fastify', 'Fastify is known'],
  ['links import a model', 'src/server/links/planted-model.ts', '#server/model/x.ts', 'Links know nothing'],
  [
    'links import the ledger',
    'src/server/links/planted-ledger.ts',
    '#server/ledger/x.ts',
    'Links know nothing',
  ],
  [
    'the ledger imports links',
    'src/server/ledger/planted-links.ts',
    '#server/links/x.ts',
    'The ledger knows nothing',
  ],
  [
    'the ledger imports HTTP',
    'src/server/ledger/planted-http.ts',
    '#server/http/x.ts',
    'The ledger knows nothing',
  ],
  [
    'the database imports generation',
    'src/server/database/planted-generation.ts',
    '#server/generation/x.ts',
    'The database and workspaces know nothing',
  ],
  [
    'workspaces import HTTP',
    'src/server/workspace/planted-http.ts',
    '#server/http/x.ts',
    'The database and workspaces know nothing',
  ],
  ['a model imports links', 'src/server/model/planted-links.ts', '#server/links/x.ts', 'Models know nothing'],
  ['an import by parent path', 'src/core/link/planted-parent.ts', '../weave/version.ts', 'no parent paths'],
  [
    'a test imports by parent path',
    'src/core/link/planted.test.ts',
    '../weave/version.ts',
    'no parent paths',
  ],
].map(([law = '', path = '', module = '', answer = '']) => ({
  law,
  path,
  source: importing(module),
  answer,
}));
