import type { Edit } from '#core/edits/edit.ts';
import { pageLanguage } from '#web/lib/language.ts';
import { messageOfClaim } from '#web/version-view/shown-version.ts';

import { linkName, linksIn } from './edit-words.ts';
import { claimsIn } from './edited-version.ts';
import type { EditorController } from './editor-controller.ts';

type NoteProps = { readonly edit: Edit; readonly editor: EditorController };

/**
 * Says in the margin of a wide window what an edit links to, and what it claims. Elsewhere, and for screen readers, the
 * tools of the edit say it.
 */
export function LinkNote(props: NoteProps) {
  const lines = notesOf(props);
  if (lines.links.length + lines.claims.length === 0) return null;
  return (
    <span className="link-note" lang={pageLanguage()} data-aside="" aria-hidden="true">
      {lines.links.map(({ id, name, host }) => (
        <span key={id}>
          <b dir="auto">{name}</b> <bdi>{host}</bdi>
        </span>
      ))}
      {lines.claims.map((claim) => (
        <span key={claim} className="link-note-claim">
          {claim}
        </span>
      ))}
    </span>
  );
}

/** Returns the links of an edit by their names and hosts, and its claims. */
export function notesOf({ edit, editor: { version, generation } }: NoteProps) {
  const links = linksIn(edit, generation).map((id) => {
    const url = generation.links.find((link) => link.id === id)?.url ?? '';
    return { id, name: linkName(id, generation), host: hostOf(url) };
  });
  return { links, claims: claimsIn(version, edit.id).map(messageOfClaim) };
}

/** Returns what readers know of an address: its host without `www.`; the whole of one that has none. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./u, '') || url : url;
}

/** The smallest distance between two notes, in pixels. */
const gap = 12;

/** Keeps the notes of a text apart: a note moves down if the one before it is too long. Returns a function that ends it. */
export function spreadNotes(root: HTMLElement): () => void {
  const spread = () => {
    const notes = [...root.querySelectorAll<HTMLElement>('.link-note')];
    for (const note of notes) note.style.removeProperty('translate');
    const boxes = notes.map((note) => note.getBoundingClientRect());
    let free = Number.NEGATIVE_INFINITY;
    for (const [index, { top, height }] of boxes.entries()) {
      const down = Math.max(0, free - top);
      if (down > 0) notes[index]?.style.setProperty('translate', `0 ${down}px`);
      free = top + down + height + gap;
    }
  };
  const changes = new ResizeObserver(spread);
  changes.observe(root);
  return () => changes.disconnect();
}
