import type { Link } from '#core/links/link.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { announce } from '#web/ui/announcer.tsx';

/** What a row of the list can do. It stays the same object while the list is shown. */
export type RowActions = ReturnType<typeof createRowActions>;

export function createRowActions(
  controller: LinksController,
  onEdit: (link: Link) => void,
  onEditLikely: () => void,
) {
  let focused: { readonly id: string; readonly isDeleted: boolean } | null = null;
  const isDeleted = (id: string) => controller.deletions.get().some((deletion) => deletion.id === id);

  return {
    controller,
    onEditLikely,
    isDeleted,
    edit(link: Link): void {
      if (!isDeleted(link.id)) onEdit(link);
    },
    remove(id: string): void {
      if (isDeleted(id)) return;
      focused = { id, isDeleted: true };
      controller.remove(id);
      announce('Link deleted');
    },
    keep(id: string): void {
      focused = { id, isDeleted: false };
      controller.keep(id);
      announce('Link kept');
    },
    /** Whether the row takes the focus, because it was just deleted or kept. True only once. */
    takesFocus(id: string, isRowDeleted: boolean): boolean {
      const isFocused = focused?.id === id && focused.isDeleted === isRowDeleted;
      if (isFocused) focused = null;
      return isFocused;
    },
  };
}
