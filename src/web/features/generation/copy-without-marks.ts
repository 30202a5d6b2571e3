import type { ClipboardEvent } from 'react';

import { escapeHtml } from '#core/export/escape.ts';

/** Removed words and buttons do not belong to the version, and the signs of Markdown are not shown. */
const unseen = 'del, button, [data-aside], .read-sign, .read-hidden';

/** Copies the selection as it is shown, without the marks of changes. */
export function copyWithoutMarks(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
  const selected = selection.getRangeAt(0).cloneContents();
  for (const part of selected.querySelectorAll(unseen)) part.remove();
  for (const cell of selected.querySelectorAll('.read-cell + .read-cell')) cell.before('\t');
  const lines = [...selected.children].filter((element) => element.tagName === 'DIV');
  const plain = lines.length === 0 ? selected.textContent : lines.map((line) => line.textContent).join('\n');
  event.clipboardData.setData('text/html', htmlOf(selected));
  event.clipboardData.setData('text/plain', plain ?? '');
  event.preventDefault();
}

const kept = new Set(['strong', 'em', 'code', 's']);

/** Returns lines, links, emphasis and code as HTML, and the text of everything else. */
function htmlOf(node: Node): string {
  if (node instanceof Text) return escapeHtml(node.data);
  const inner = [...node.childNodes].map(htmlOf).join('');
  if (node instanceof HTMLDivElement) return `<div>${inner === '' ? '<br>' : inner}</div>`;
  const name = node.nodeName.toLowerCase();
  if (kept.has(name)) return `<${name}>${inner}</${name}>`;
  if (!(node instanceof HTMLAnchorElement)) return inner;
  const { rel } = node;
  return `<a href="${escapeHtml(node.getAttribute('href') ?? '')}" rel="${escapeHtml(rel)}">${inner}</a>`;
}
