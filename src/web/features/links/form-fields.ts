import * as z from 'zod/mini';

import { linkFieldsSchema, linkSchema } from '#contract/links.ts';
import { joinDescription } from '#core/link-files/formats/description-parts.ts';
import { splitDescription } from '#core/links/description.ts';
import type { Link, LinkFields } from '#core/links/link.ts';
import { closedForms, linkDraft, parseStored } from '#web/lib/storage.ts';
import { isShallowEqual } from '#web/lib/store.ts';

/** The texts of the form. A saved description has the tags and the anchor at its end. */
export type FormFields = LinkFields & { readonly tags: string; readonly anchor: string };

export function formFieldsOf({ url, description }: LinkFields): FormFields {
  const { words, anchor, tags } = splitDescription(description);
  return { url, description: words, tags: tags.join(', '), anchor: anchor ?? '' };
}

export function hasSameTexts(some: FormFields, others: FormFields): boolean {
  return isShallowEqual(some, others);
}

/** Returns the fields to save. What the user did not change stays as it was saved, byte for byte. */
export function linkFieldsOf(entered: FormFields, saved: LinkFields): LinkFields {
  const { url, description, tags, anchor } = entered;
  const before = formFieldsOf(saved);
  if (tags !== before.tags || anchor !== before.anchor)
    return { url, description: description.trim() && joinDescription(description, anchor, tagsIn(tags)) };
  if (description === before.description) return { url, description: saved.description };
  const end = saved.description.slice(before.description.length);
  return { url, description: description.trim() && description.trim() + end };
}

/** Returns the first of the optional fields that cannot be saved as it was typed. Null: both can. */
export function faultIn({ tags, anchor }: FormFields): 'tags' | 'anchor' | null {
  const wanted = tagsIn(tags);
  const read = splitDescription(joinDescription('', anchor, wanted));
  if (read.tags.length < wanted.length) return 'tags';
  return anchor.trim() !== '' && read.anchor === null ? 'anchor' : null;
}

/** Tags with blanks in them need commas between them. */
function tagsIn(text: string): string[] {
  return text.split(text.includes(',') ? ',' : /\s+/u).filter((tag) => tag.trim() !== '');
}

const formFieldsSchema = z.extend(linkFieldsSchema, { tags: z.string(), anchor: z.string() });

/**
 * What was typed, and what the last try to save a new link has sent. `edited` is the link when the form was opened, so
 * that a change of it elsewhere is noticed.
 */
const draftSchema = z.extend(formFieldsSchema, {
  tried: z.optional(z.extend(linkFieldsSchema, { id: z.string() })),
  edited: z.optional(linkSchema),
});

export type FormDraft = z.infer<typeof draftSchema>;

/** The drafts of closed forms. `of` is the id of the link; it is empty for a new link. */
const closedSchema = z.array(z.object({ of: z.string(), draft: draftSchema }));

const readClosed = () => parseStored(closedForms.read(), closedSchema) ?? [];

/** Returns what this tab keeps of the form: of a reload, or of a form that was closed without a decision. */
export function readDraft(link: Link | null): FormDraft | null {
  const reloaded = link === null ? parseStored(linkDraft.read(), draftSchema) : null;
  return reloaded ?? readClosed().find(({ of }) => of === (link?.id ?? ''))?.draft ?? null;
}

/** Keeps a draft of a closed form in this tab. Null forgets it. */
export function keepDraft(link: Link | null, draft: FormDraft | null): void {
  const id = link?.id ?? '';
  const others = readClosed().filter(({ of }) => of !== id);
  closedForms.write(JSON.stringify(draft === null ? others : [...others, { of: id, draft }]));
}
