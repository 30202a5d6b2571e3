import { Marked } from 'marked';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { mdxjs } from 'micromark-extension-mdxjs';
import { parseFragment, serialize } from 'parse5';
import { parse as parseToml } from 'smol-toml';
import { parseDocument as parseYaml } from 'yaml';
import * as z from 'zod/mini';

import { readBlocksOfWordPress } from './wordpress-reader.ts';

/** What a reader of the dialect finds in a source. */
export type Reading = {
  /** The data of the front matter, as its own reader gives them. */
  readonly data: unknown;
  /** The rest as HTML, in one spelling. Text alone, if the dialect has no markup. */
  readonly html: string;
};

/** Returns what the reader of a dialect finds. Throws if it cannot read the source. */
export function readDialect(
  source: string,
  { dialect, format }: { dialect: string; format: string },
): Reading {
  const { data, body } =
    dialect === 'Markdown' ? { data: null, body: source } : frontMatterOf(source, dialect);
  if (format === 'plain') return { data, html: body };
  if (dialect === 'Gutenberg') return { data, html: readBlocksOfWordPress(body, oneSpelling) };
  if (format === 'html') return { data, html: oneSpelling(body) };
  return {
    data,
    html: dialect === 'MDX' ? readMdx(body) : oneSpelling(marked.parse(body, { async: false })),
  };
}

const marked = new Marked();

/** Returns HTML as a browser would write it again. */
function oneSpelling(html: string): string {
  return serialize(parseFragment(html));
}

const fenced = /^\s*(---|\+\+\+)(js(?:on)?)?[^\r\n]*\r?\n([^]*?)\r?\n(?:\1|\.\.\.)[ \t]*(?:\r?\n|$)/u;
const object = /^\{\r?\n[^]*?\r?\n\}(?=\r?\n)/u;

function frontMatterOf(source: string, dialect: string): { data: unknown; body: string } {
  const [json] = object.exec(source) ?? [];
  if (json !== undefined) return { data: JSON.parse(json), body: source.slice(json.length) };
  const [whole = '', fence, language, text = ''] = fenced.exec(source) ?? [];
  const body = source.slice(whole.length);
  if (whole === '') return { data: null, body };
  if (dialect === 'Astro' || language === 'js') return { data: text, body };
  if (language === 'json') return { data: JSON.parse(text), body };
  return {
    data: fence === '+++' ? parseToml(text) : parseYaml(text, { merge: true, logLevel: 'silent' }).toJSON(),
    body,
  };
}

const nodeSchema = z.looseObject({
  type: z.string(),
  name: z.optional(z.nullable(z.string())),
  url: z.optional(z.string()),
  value: z.optional(z.string()),
  attributes: z.optional(z.array(z.looseObject({ name: z.optional(z.string()), value: z.unknown() }))),
  children: z.optional(z.array(z.unknown())),
});

/** Returns what the parser of MDX has read, with each kind of node as an element. */
function readMdx(source: string): string {
  return writeNode(fromMarkdown(source, { extensions: [mdxjs()], mdastExtensions: [mdxFromMarkdown()] }));
}

const elementNames: Readonly<Record<string, string>> = { paragraph: 'p', emphasis: 'em', link: 'a' };

function writeNode(node: unknown): string {
  const { type, name, url, value, attributes = [], children = [] } = nodeSchema.parse(node);
  if (type === 'text') return (value ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (value !== undefined) return `<!--${type} ${value}-->`;
  const element = name ?? elementNames[type] ?? type;
  const pairs = attributes.map((each) => [each.name, valueOf(each.value)]);
  const written = [...(url === undefined ? [] : [['href', url]]), ...pairs].map(
    ([key, held]) => ` ${key}="${held}"`,
  );
  return `<${element}${written.join('')}>${children.map(writeNode).join('')}</${element}>`;
}

/** Returns the value of an attribute: words, or code. */
function valueOf(held: unknown): string {
  const code = z.safeParse(z.looseObject({ value: z.string() }), held);
  return code.success ? code.data.value : String(held);
}
