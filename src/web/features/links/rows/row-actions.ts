import type { Link } from '#core/links/link.ts';
import { announce } from '#web/ui/announcer.tsx';

import type { LinkDesk } from '#web/links-client/list/links-controller.ts';

/** What a row of the list needs of the world around it. The same object for as long as the list stands. */
export type RowHost = {
  readonly desk: LinkDesk;
  edit(link: Link): void;
  onEditLikely(): void;
  remove(id: string): void;
  keep(id: string): void;
  /** Whether the row takes the focus, because it was deleted or kept just now. Said once. */
  takesFocus(id: string, isDeleted: boolean): boolean;
};

type RowHostParts = Pick<RowHost, 'desk' | 'edit' | 'onEditLikely'>;

export function createRowHost({ desk, edit, ...parts }: RowHostParts): RowHost {
  let focused: { readonly id: string; readonly isDeleted: boolean } | null = null;
  const isDeleted = (id: string) => desk.deletions.pending().some((deletion) => deletion.id === id);

  return {
    ...parts,
    desk,
    edit(link) {
      if (!isDeleted(link.id)) edit(link);
    },
    remove(id) {
      if (isDeleted(id)) return;
      focused = { id, isDeleted: true };
      desk.remove(id);
      announce('Link deleted');
    },
    keep(id) {
      focused = { id, isDeleted: false };
      desk.keep(id);
      announce('Link kept');
    },
    takesFocus(id, isRowDeleted) {
      const isFocused = focused?.id === id && focused.isDeleted === isRowDeleted;
      if (isFocused) focused = null;
      return isFocused;
    },
  };
}

/** What a link is called in the list. */
export function nameOf({ url, description }: Link): string {
  return description.trim() === '' ? url : description;
}
