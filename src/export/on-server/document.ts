import { parseHTML } from 'linkedom';

import { escapeAttribute } from '#core/export/escape.ts';

/** What the writers of formats use of a browser. */
const names = ['Node', 'Element', 'Text', 'Comment', 'HTMLElement', 'HTMLImageElement'];

const frame = (body: string) => `<!doctype html><html><head></head><body>${body}</body></html>`;
/** In a browser, a second document, head or body is no element either. */
const outerTags = /<\/?(?:html|head|body)(?=[\s>/])[^>]*>|<!doctype[^>]*>/giu;

/** Parses HTML as the parser of a browser does, apart from badly nested tags. */
class Parser {
  parseFromString(html: string): Document {
    const { document } = parseHTML(frame(html.replaceAll(outerTags, '')));
    for (const table of document.querySelectorAll('table')) addBody(table);
    return document;
  }
}

/** Gives this thread what the writers of formats use of a browser. A second call changes nothing. */
export function installDocument(): void {
  if ('DOMParser' in globalThis) return;
  const window = parseHTML(frame(''));
  Object.defineProperties(window.HTMLElement.prototype, missing);
  Object.assign(Object.getPrototypeOf(window.document.createAttribute('href')), { toString: writeAttribute });
  const classes = Object.fromEntries(names.map((name) => [name, Reflect.get(window, name)]));
  Object.assign(globalThis, classes, {
    HTMLTableElement: TableElement,
    DOMParser: Parser,
  });
}

/** The package escapes no `&` in most values, so that a browser would read `&copy_id=1` of an address as another one. */
function writeAttribute(this: Attr): string {
  return `${this.name}="${escapeAttribute(this.value)}"`;
}

/** The package has no class for tables. */
const TableElement = {
  [Symbol.hasInstance]: (value: unknown) =>
    typeof value === 'object' && value !== null && 'localName' in value && value.localName === 'table',
};

/** A browser puts rows without a body into one. */
function addBody(table: Element): void {
  const rows = [...table.children].filter(({ localName }) => localName === 'tr');
  const body = table.ownerDocument.createElement('tbody');
  rows[0]?.before(body);
  body.append(...rows);
}

const childrenOf = (element: Element, ...tags: readonly string[]) =>
  [...element.children].filter(({ localName }) => tags.includes(localName));

const numberOf = (element: Element, name: string) => {
  const text = element.getAttribute(name) ?? '';
  return /^\d{1,4}$/u.test(text) ? Number(text) : 1;
};

/** Properties of elements that the document of the package lacks. */
const missing: PropertyDescriptorMap & ThisType<Element> = {
  getHTML: {
    value() {
      return [...this.childNodes].map(String).join('');
    },
  },
  caption: {
    get() {
      return childrenOf(this, 'caption')[0] ?? null;
    },
  },
  rows: {
    get() {
      return childrenOf(this, 'thead', 'tbody', 'tfoot').flatMap((part) => childrenOf(part, 'tr'));
    },
  },
  cells: {
    get() {
      return childrenOf(this, 'td', 'th');
    },
  },
  rowSpan: {
    get() {
      return numberOf(this, 'rowspan');
    },
  },
  colSpan: {
    get() {
      return Math.max(1, numberOf(this, 'colspan'));
    },
  },
};
