import type { Link } from '#core/links/link.ts';
import { announce } from '#web/ui/announcer.tsx';

import type { LinksController } from '#web/links-client/list/links-controller.ts';

/** What a row of the list can do. It stays the same object while the list is shown. */
export type RowActions = {
  readonly controller: LinksController;
  edit(link: Link): void;
  onEditLikely(): void;
  remove(id: string): void;
  keep(id: string): void;
  /** Whether the row takes the focus, because it was just deleted or kept. True only once. */
  takesFocus(id: string, isDeleted: boolean): boolean;
};

type RowActionsHost = Pick<RowActions, 'controller' | 'edit' | 'onEditLikely'>;

export function createRowActions({ controller, edit, ...parts }: RowActionsHost): RowActions {
  let focused: { readonly id: string; readonly isDeleted: boolean } | null = null;
  const isDeleted = (id: string) => controller.deletions.get().some((deletion) => deletion.id === id);

  return {
    ...parts,
    controller,
    edit(link) {
      if (!isDeleted(link.id)) edit(link);
    },
    remove(id) {
      if (isDeleted(id)) return;
      focused = { id, isDeleted: true };
      controller.remove(id);
      announce('Link deleted');
    },
    keep(id) {
      focused = { id, isDeleted: false };
      controller.keep(id);
      announce('Link kept');
    },
    takesFocus(id, isRowDeleted) {
      const isFocused = focused?.id === id && focused.isDeleted === isRowDeleted;
      if (isFocused) focused = null;
      return isFocused;
    },
  };
}

/** Returns the name of a link in the list. */
export function nameOf({ url, description }: Link): string {
  return description.trim() === '' ? url : description;
}
