import type { ChosenLink } from '#core/links/link.ts';
import { numberMark } from './number-mark.ts';

import { fenceFor, oneLine } from './prompt-text.ts';

/** A link under the label by which a reply refers to it. */
export type LabelledLink = { readonly label: string; readonly link: ChosenLink };

/** A model writes the label, so the URL only tells it where the link leads to. */
const urlShown = 300;

/** The numbered content between two lines that do not occur in it, so that no line of it can end it early. */
export function contentLines(content: string, shown: string): string[] {
  const fence = fenceFor(shown);
  const mark = numberMark(content);
  return [
    `CONTENT (between the two lines "${fence}"; ${mark('n')} or ${mark('n+')} stands before sentence n):`,
    fence,
    shown,
    fence,
  ];
}

/** Each link on a line of its own, whatever its description says. */
export function descriptionLines(links: readonly LabelledLink[]): string[] {
  return links.map(({ label, link }) => `${label} | ${oneLine(link.description) || shownUrl(link.url)}`);
}

export function linkLines(links: readonly LabelledLink[]): string[] {
  return links.map(({ label, link: { description, url, integrations } }) => {
    return `${label} | description: ${oneLine(description)} | url: ${shownUrl(url)} | count: ${integrations}`;
  });
}

function shownUrl(url: string): string {
  return oneLine(url.length > urlShown ? `${url.slice(0, urlShown)}…` : url);
}
