/** A check against hostile input, the change that removes it from a copy, and the tests that must then fail. */
export type Guard = {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
  readonly tests: string;
};

export const guards: readonly Guard[] = [
  {
    name: 'tags are removed from what a model writes',
    file: 'src/core/edits/clean-text.ts',
    find: 'if (isPlain.test(raw)) return raw',
    put: 'if (raw !== "") return raw',
    tests: 'src/core/edits/version-corpus.test.ts',
  },
  {
    name: 'invisible characters are removed from what a model writes',
    file: 'src/core/edits/clean-text.ts',
    find: "return read.replace(control, ' ').replace(invisible, '');",
    put: 'return read;',
    tests: 'src/core/edits/version-builder.test.ts',
  },
  {
    name: 'an address that would run code does not become a link',
    file: 'src/core/links/web-address.ts',
    find: 'return /^(?:javascript|vbscript|data):/iu.test(',
    put: "return /^$/u.test(' ' + ",
    tests: 'src/export/markup/markdown-to-html.test.ts',
  },
  {
    name: 'only web addresses become links',
    file: 'src/core/links/web-address.ts',
    find: 'return webAddress.test(url);',
    put: 'return true || webAddress.test(url);',
    tests: 'src/core/links/web-address.test.ts',
  },
  {
    name: 'tags that the author did not write become plain text in exports',
    file: 'src/core/export/write-source.ts',
    find: 'structure.test(tag.source) || isOwn(tag.source);',
    put: 'true || isOwn(tag.source);',
    tests: 'src/core/export/write-source.test.ts',
  },
  {
    name: 'copied HTML contains only listed elements',
    file: 'src/core/export/safe-html.ts',
    find: 'if (copiedElements.has(name)) pieces',
    put: 'if (copiedElements.has(name) || name !== "a") pieces',
    tests: 'src/core/export/safe-html.test.ts',
  },
  {
    name: 'text of a page is escaped in Markdown',
    file: 'src/core/export/escape.ts',
    find: "return markdown.replace(entityStart, '&amp;').replace(tagStart, '&lt;');",
    put: "return markdown.replace(entityStart, '&amp;').replace(tagStart, '<');",
    tests: 'src/core/export/escape.test.ts',
  },
  {
    name: 'cells that a spreadsheet would run are quoted',
    file: 'src/core/link-files/csv.ts',
    find: "guarded += `${text.slice(done, index)}'`;",
    put: 'guarded += text.slice(done, index);',
    tests: 'src/core/link-files/csv.test.ts',
  },
  {
    name: 'the call of a model that ignores its limit is ended',
    file: 'src/core/limits/tokens.ts',
    find: 'const margin = { factor: 1.25,',
    put: 'const margin = { factor: 30,',
    tests: 'src/core/limits/tokens.test.ts',
  },
  {
    name: 'changes that another site requests are refused',
    file: 'src/server/http/plugins/security.ts',
    find: "if (site !== undefined) return site === 'same-origin' || site === 'none';",
    put: 'if (site !== undefined) return true;',
    tests: 'src/server/http/every-route.test.ts',
  },
];
