import type { LinkFields } from '#core/links/link.ts';
import { readDescription, readUrl } from '#core/links/link-text.ts';

import type { LinkFieldsChange } from './link-store.ts';

export function readChange({ url, description }: LinkFieldsChange): Partial<LinkFields> {
  return {
    ...(url !== undefined && { url: readUrl(url) }),
    ...(description !== undefined && { description: readDescription(description) }),
  };
}
