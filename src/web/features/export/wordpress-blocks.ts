import { innerHtml, outerHtml, parseWhole } from '#web/markup/inert-document.ts';

const phrasing = new Set(
  'A ABBR B BDI BDO BR CITE CODE DEL DFN EM I IMG INS KBD MARK Q S SAMP SMALL SPAN STRONG SUB SUP TIME U VAR WBR'.split(
    ' ',
  ),
);
const wrappers = new Set('ARTICLE DIV HEADER FOOTER MAIN SECTION'.split(' '));

/** Converts HTML to WordPress blocks: comments name each block. An element without a block becomes an HTML block. */
export function toWordPressBlocks(html: string): string {
  return html.includes('<!-- wp:') ? html : blocksOf(parseWhole(html)).join('\n\n');
}

function blocksOf(parent: Element): string[] {
  const blocks: string[] = [];
  let words: Node[] = [];
  const close = () => {
    blocks.push(...paragraphsOf(words));
    words = [];
  };
  for (const node of parent.childNodes) {
    if (node instanceof Comment) {
      if (node.data.trim() !== 'more') continue;
      close();
      blocks.push('<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->');
    } else if (!(node instanceof Element) || phrasing.has(node.tagName)) words.push(node);
    else {
      close();
      blocks.push(...blocksFrom(node));
    }
  }
  close();
  return blocks;
}

/** Returns blocks for text without an element around it. Blank lines separate its paragraphs. */
function paragraphsOf(nodes: readonly Node[]): string[] {
  const [first] = nodes;
  if (first === undefined) return [];
  if (nodes.length === 1 && first instanceof HTMLImageElement) return [pictureBlock(first)];
  const parts = outerHtml(...nodes)
    .split(/\n[ \t]*\n\s*/u)
    .map((part) => part.trim());
  const isTyped = parts.filter((part) => part !== '').length > 1;
  return parts
    .filter((part) => part !== '')
    .map((part) => block('paragraph', `<p>${isTyped ? part.replace(/\n/gu, '<br>') : part}</p>`));
}

function blocksFrom(element: Element): string[] {
  const { tagName } = element;
  if (tagName === 'P') return [paragraphBlock(element)];
  if (/^H[1-6]$/u.test(tagName)) return [headingBlock(element)];
  if (tagName === 'UL' || tagName === 'OL') return [listBlock(element) ?? htmlBlock(element)];
  if (tagName === 'BLOCKQUOTE') {
    const inner = blocksOf(element).join('\n\n');
    return [block('quote', `<blockquote class="wp-block-quote">${inner}</blockquote>`)];
  }
  if (tagName === 'PRE') {
    const code =
      element.children.length === 1 ? (element.querySelector(':scope > code') ?? element) : element;
    return [block('code', `<pre class="wp-block-code"><code>${innerHtml(code)}</code></pre>`)];
  }
  if (tagName === 'HR')
    return [block('separator', '<hr class="wp-block-separator has-alpha-channel-opacity"/>')];
  if (element instanceof HTMLTableElement) return [tableBlock(element) ?? htmlBlock(element)];
  if (tagName === 'FIGURE') return [figureBlock(element)];
  if (wrappers.has(tagName) && element.attributes.length === 0) return blocksOf(element);
  return [htmlBlock(element)];
}

function block(name: string, html: string, attributes: Readonly<Record<string, unknown>> = {}): string {
  const json = Object.keys(attributes).length === 0 ? '' : ` ${JSON.stringify(attributes)}`;
  return `<!-- wp:${name}${json} -->\n${html}\n<!-- /wp:${name} -->`;
}

function htmlBlock(element: Element): string {
  return block('html', outerHtml(element));
}

function paragraphBlock(element: Element): string {
  const [only] = element.children;
  const isPicture = only instanceof HTMLImageElement && element.childNodes.length === 1;
  return isPicture ? pictureBlock(only) : block('paragraph', `<p>${innerHtml(element)}</p>`);
}

function headingBlock(element: Element): string {
  const level = Number(element.tagName.slice(1));
  const html = `<h${level} class="wp-block-heading">${innerHtml(element)}</h${level}>`;
  return block('heading', html, level === 2 ? {} : { level });
}

/** Returns null if an item contains more than text and lists. */
function listBlock(list: Element): string | null {
  const items = [...list.children].map(itemBlock);
  if (items.some((item) => item === null)) return null;
  const isOrdered = list.tagName === 'OL';
  const name = isOrdered ? 'ol' : 'ul';
  const start = Number(list.getAttribute('start') ?? 1);
  const startsLater = isOrdered && Number.isInteger(start) && start !== 1;
  const attributes = { ...(isOrdered ? { ordered: true } : {}), ...(startsLater ? { start } : {}) };
  const at = startsLater ? ` start="${start}"` : '';
  const html = `<${name}${at} class="wp-block-list">${items.join('\n\n')}</${name}>`;
  return block('list', html, attributes);
}

function itemBlock(item: Element): string | null {
  if (item.tagName !== 'LI' || item.querySelector('input') !== null) return null;
  const words: string[] = [];
  const lists: string[] = [];
  for (const node of item.childNodes) {
    const isList = node instanceof Element && (node.tagName === 'UL' || node.tagName === 'OL');
    const nested = isList ? listBlock(node) : '';
    if (nested === null) return null;
    if (isList) lists.push(nested);
    else if (node instanceof Element && node.tagName === 'P') words.push(innerHtml(node), '<br>');
    else if (node instanceof Element && !phrasing.has(node.tagName)) return null;
    else words.push(outerHtml(node));
  }
  const text = words
    .join('')
    .trim()
    .replace(/(?:<br>\s*)+$/u, '');
  return block('list-item', `<li>${text}${lists.join('')}</li>`);
}

function tableBlock(table: HTMLTableElement): string | null {
  if (table.querySelector('table, ul, ol, p, div, pre') !== null || table.caption !== null) return null;
  const parts = [...table.children].map((part) => {
    const name = part.tagName.toLowerCase();
    const rows = [...part.children].map((row) => `<tr>${[...row.children].map(cellHtml).join('')}</tr>`);
    return /^t(?:head|body|foot)$/u.test(name) ? `<${name}>${rows.join('')}</${name}>` : null;
  });
  if (parts.some((part) => part === null)) return null;
  const html = `<figure class="wp-block-table"><table>${parts.join('')}</table></figure>`;
  return block('table', html, { hasFixedLayout: false });
}

function cellHtml(cell: Element): string {
  const name = cell.tagName.toLowerCase();
  const align = cell.getAttribute('align');
  const at = align === null ? '' : ` class="has-text-align-${align}" data-align="${align}"`;
  return `<${name}${/^(?:left|center|right)$/u.test(align ?? '') ? at : ''}>${innerHtml(cell)}</${name}>`;
}

function figureBlock(figure: Element): string {
  const [picture, caption, more] = figure.children;
  const isPlain = caption === undefined || caption.tagName === 'FIGCAPTION';
  if (!(picture instanceof HTMLImageElement) || !isPlain || more !== undefined) return htmlBlock(figure);
  return pictureBlock(picture, caption === undefined ? '' : innerHtml(caption));
}

function pictureBlock(picture: HTMLImageElement, caption = ''): string {
  const bare = picture.ownerDocument.createElement('img');
  bare.setAttribute('src', picture.getAttribute('src') ?? '');
  bare.setAttribute('alt', picture.getAttribute('alt') ?? '');
  const words = caption === '' ? '' : `<figcaption class="wp-element-caption">${caption}</figcaption>`;
  const image = `${outerHtml(bare).slice(0, -1)}/>`;
  return block('image', `<figure class="wp-block-image">${image}${words}</figure>`);
}
