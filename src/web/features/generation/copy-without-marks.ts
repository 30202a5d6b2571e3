import type { ClipboardEvent } from 'react';

import { escapeHtml } from '#core/export/escape.ts';

/** Copies the selection without the marks: removed words do not belong to the version. */
export function copyWithoutMarks(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
  const selected = selection.getRangeAt(0).cloneContents();
  for (const aside of selected.querySelectorAll('del, button, [data-aside]')) aside.remove();
  const lines = [...selected.children].filter((element) => element.tagName === 'DIV');
  const plain = lines.length === 0 ? selected.textContent : lines.map((line) => line.textContent).join('\n');
  event.clipboardData.setData('text/html', htmlOf(selected));
  event.clipboardData.setData('text/plain', plain ?? '');
  event.preventDefault();
}

/** Returns lines and links as HTML, and the text of everything else. */
function htmlOf(node: Node): string {
  if (node instanceof Text) return escapeHtml(node.data);
  const inner = [...node.childNodes].map(htmlOf).join('');
  if (node instanceof HTMLDivElement) return `<div>${inner === '' ? '<br>' : inner}</div>`;
  if (!(node instanceof HTMLAnchorElement)) return inner;
  const { rel } = node;
  return `<a href="${escapeHtml(node.getAttribute('href') ?? '')}" rel="${escapeHtml(rel)}">${inner}</a>`;
}
