import type { LinkFields } from '#core/links/link.ts';
import { pageMessages } from '#core/errors/page-messages.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { ApiError } from '#web/api/api-error.ts';

export type FormField = 'url' | 'description';
export type FormCheck =
  | { readonly valid: true; readonly fields: LinkFields }
  | { readonly valid: false; readonly field: FormField; readonly message: string };

/** Checks the fields. The URL is kept as it is, without blanks around it. */
export function checkLinkForm(entered: LinkFields): FormCheck {
  const url = entered.url.trim();
  const description = entered.description.trim();
  if (url === '') return { valid: false, field: 'url', message: 'Please provide a valid URL' };
  if (description !== '') return { valid: true, fields: { url, description } };
  return { valid: false, field: 'description', message: 'Please provide a description for the link' };
}

/** The message for a failed save. For a new link and a server that cannot be reached, there is a special one. */
export function messageOfSaveFailure(failure: unknown, isNew: boolean): string {
  if (!(failure instanceof Error)) return pageMessages.unexpected;
  const isOutOfReach = failure instanceof ApiError && failure.code === 'network-failed';
  return isNew && isOutOfReach ? pageMessages['link-create-failed'] : failure.message;
}

/** Whether a pasted text is more than one link: several lines, or several URLs. */
export function holdsSeveralLinks(text: string): boolean {
  const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== '');
  return lines.length > 1 || text.split(/\s+/u).filter(isWebAddress).length > 1;
}
