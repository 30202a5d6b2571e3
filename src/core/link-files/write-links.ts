import { escapeAttribute, escapeHtml } from '#core/export/escape.ts';
import { splitDescription } from '#core/links/description.ts';
import { linkFieldNames, linkFileFormat, type Link } from '#core/links/link.ts';

import { csvLine, guardCell } from './csv.ts';

/**
 * Our own columns. The last three are for other programs: they say again what the description says, and are not read
 * when the file is imported here.
 */
const columns = ['id', ...linkFieldNames, 'createdAt', 'updatedAt', 'title', 'anchor', 'tags'] as const;

/** The first line of a CSV file. The byte order mark tells spreadsheets that it is UTF-8. */
export const csvHead = `\uFEFF${csvLine(columns)}`;

/** Returns the line of a link in a CSV file. No cell starts a formula in a spreadsheet. */
export function csvLineOf(link: Link): string {
  const { words: title, anchor, tags } = splitDescription(link.description);
  const cells = { ...link, title, anchor: anchor ?? '', tags: tags.join(', ') };
  return csvLine(columns.map((column) => guardCell(cells[column])));
}

/** The start of a file of bookmarks in the format of Netscape, which browsers and link managers read. */
export const bookmarksHead = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<META NAME="generator" CONTENT="${linkFileFormat}">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`;

export const bookmarksEnd = '</DL><p>\n';

/** Returns a link as a bookmark. Our own import reads `DESCRIPTION`, other programs the title and `TAGS`. */
export function bookmarkOf(
  link: Link,
  times: { readonly created: number; readonly updated: number },
): string {
  const { words, tags } = splitDescription(link.description);
  const attributes = {
    HREF: link.url,
    ADD_DATE: String(times.created),
    LAST_MODIFIED: String(times.updated),
    TAGS: tags.join(','),
    DESCRIPTION: link.description,
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${attributeOf(value)}"`);
  return `<DT><A ${written.join(' ')}>${escapeHtml(words.trim() === '' ? link.url : words)}</A>\n`;
}

/** Also escapes line ends and NUL: a browser reads some line ends as others. */
function attributeOf(value: string): string {
  return escapeAttribute(value).replace(/[\r\n]/gu, (end) => `&#${end.charCodeAt(0)};`);
}
