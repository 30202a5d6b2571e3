import { textElements } from '#core/document/html-elements.ts';
import { wordSet } from '#core/lib/helpers.ts';
import { hideAttributes, parse, writeNodes } from '#export/markup/quiet-html.ts';

const wrappers = wordSet('ARTICLE DIV HEADER FOOTER MAIN SECTION');

/**
 * Converts HTML to WordPress blocks. Comments around each block name it. An element without a matching block becomes an
 * HTML block.
 */
export function toWordPressBlocks(html: string): string {
  return html.includes('<!-- wp:') ? html : blocksOf(parse(hideAttributes(html)));
}

function blocksOf(parent: Element): string {
  const blocks: string[] = [];
  let words: Node[] = [];
  const close = () => {
    blocks.push(paragraphOf(words));
    words = [];
  };
  for (const node of parent.childNodes) {
    if (node instanceof Comment) {
      if (node.data.trim() !== 'more') continue;
      close();
      blocks.push(block('more', '<!--more-->'));
    } else if (!(node instanceof Element) || textElements.has(node.localName)) words.push(node);
    else {
      close();
      blocks.push(knownBlock(node) ?? block('html', writeNodes(node)));
    }
  }
  close();
  return blocks.filter((written) => written !== '').join('\n\n');
}

/** Returns the block for text without an element around it. */
function paragraphOf(nodes: readonly Node[]): string {
  const [first] = nodes;
  if (nodes.length === 1 && first instanceof HTMLImageElement) return pictureBlock(first);
  const words = writeNodes(...nodes).trim();
  return words === '' ? '' : block('paragraph', `<p>${words}</p>`);
}

/** Returns the block of an element, or null if no block can hold it unchanged. */
function knownBlock(element: Element): string | null {
  const { tagName, children } = element;
  const [only] = children;
  switch (tagName) {
    case 'P':
      if (only instanceof HTMLImageElement && element.childNodes.length === 1) return pictureBlock(only);
      return block('paragraph', `<p>${innerHtml(element)}</p>`);
    case 'UL':
    case 'OL':
      return listBlock(element);
    case 'BLOCKQUOTE':
      return block('quote', `<blockquote class="wp-block-quote">${blocksOf(element)}</blockquote>`);
    case 'PRE': {
      const code = children.length === 1 && only?.tagName === 'CODE' ? only : element;
      return block('code', `<pre class="wp-block-code"><code>${innerHtml(code)}</code></pre>`);
    }
    case 'HR':
      return block('separator', '<hr class="wp-block-separator has-alpha-channel-opacity"/>');
    case 'FIGURE':
      return figureBlock(element);
    default:
      if (/^H[1-6]$/u.test(tagName)) return headingBlock(element);
      if (element instanceof HTMLTableElement) return tableBlock(element);
      return wrappers.has(tagName) && element.attributes.length === 0 ? blocksOf(element) : null;
  }
}

function block(name: string, html: string, attributes: Readonly<Record<string, unknown>> = {}): string {
  const json = Object.keys(attributes).length === 0 ? '' : ` ${JSON.stringify(attributes)}`;
  return `<!-- wp:${name}${json} -->\n${html}\n<!-- /wp:${name} -->`;
}

function headingBlock(element: Element): string {
  const level = Number(element.tagName.slice(1));
  const html = `<h${level} class="wp-block-heading">${innerHtml(element)}</h${level}>`;
  return block('heading', html, level === 2 ? {} : { level });
}

/** Returns the block of a list, or null if an item contains more than text and lists. */
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
    else if (node instanceof Element && !textElements.has(node.localName)) return null;
    else words.push(writeNodes(node));
  }
  const text = words
    .join('')
    .trim()
    .replace(/(?:<br>\s*)+$/u, '');
  return block('list-item', `<li>${text}${lists.join('')}</li>`);
}

function tableBlock(table: HTMLTableElement): string | null {
  if (
    table.querySelector('table, ul, ol, p, div, pre, [colspan], [rowspan]') !== null ||
    table.caption !== null
  )
    return null;
  if ([...table.children].some(({ tagName }) => !/^T(?:HEAD|BODY|FOOT)$/u.test(tagName))) return null;
  const parts = [...table.children].map((part) => {
    const name = part.tagName.toLowerCase();
    const rows = [...part.children].map((row) => `<tr>${[...row.children].map(cellHtml).join('')}</tr>`);
    return `<${name}>${rows.join('')}</${name}>`;
  });
  const html = `<figure class="wp-block-table"><table>${parts.join('')}</table></figure>`;
  return block('table', html, { hasFixedLayout: false });
}

function cellHtml(cell: Element): string {
  const name = cell.tagName.toLowerCase();
  const align = /^(?:left|center|right)$/u.exec(cell.getAttribute('align') ?? '')?.[0];
  const at = align === undefined ? '' : ` class="has-text-align-${align}" data-align="${align}"`;
  return `<${name}${at}>${innerHtml(cell)}</${name}>`;
}

function figureBlock(figure: Element): string | null {
  const [picture, caption, more] = figure.children;
  const isPlain = caption === undefined || caption.tagName === 'FIGCAPTION';
  if (!(picture instanceof HTMLImageElement) || !isPlain || more !== undefined) return null;
  return pictureBlock(picture, caption === undefined ? '' : innerHtml(caption));
}

function pictureBlock(picture: HTMLImageElement, caption = ''): string {
  const bare = picture.ownerDocument.createElement('img');
  bare.setAttribute('src', picture.getAttribute('src') ?? '');
  bare.setAttribute('alt', picture.getAttribute('alt') ?? '');
  const words = caption === '' ? '' : `<figcaption class="wp-element-caption">${caption}</figcaption>`;
  const image = `${writeNodes(bare).slice(0, -1)}/>`;
  return block('image', `<figure class="wp-block-image">${image}${words}</figure>`);
}

/** Returns the content of an element as HTML, without white space around it. */
function innerHtml(element: Element): string {
  return writeNodes(...element.childNodes).trim();
}
