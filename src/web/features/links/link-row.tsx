import { Pencil, Trash2 } from 'lucide-react';

import type { Link } from '#core/link/link.ts';
import { Button } from '#web/ui/button.tsx';

type LinkRowProps = {
  readonly link: Link;
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
  readonly onEdit: () => void;
  readonly onEditLikely: () => void;
  readonly onDelete: () => void;
};

export function LinkRow({ link, isTicked, onTick, onEdit, onEditLikely, onDelete }: LinkRowProps) {
  const name = link.description.trim() === '' ? link.url : link.description;
  return (
    <li className={isTicked ? 'link-row link-row-ticked' : 'link-row'}>
      <label className="link-choice">
        <input type="checkbox" checked={isTicked} onChange={(event) => onTick(event.target.checked)} />
        <span className="link-description">{name}</span>
        <span className="link-url" title={link.url}>
          {link.url}
        </span>
      </label>
      <span className="link-actions">
        <Button
          look="icon"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
          onPointerEnter={onEditLikely}
          onFocus={onEditLikely}
        >
          <Pencil aria-hidden="true" size={16} />
        </Button>
        <Button look="icon" aria-label={`Delete ${name}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" size={16} />
        </Button>
      </span>
    </li>
  );
}
