import { Plus } from 'lucide-react';

import { Button } from '#web/ui/button.tsx';

type EmptyLinksProps = { readonly onAdd: () => void; readonly onAddLikely: () => void };

export function EmptyLinks({ onAdd, onAddLikely }: EmptyLinksProps) {
  return (
    <div className="links-empty">
      <p className="empty-title">No links saved yet</p>
      <p>Save the links you earn with. You can then weave them into any text.</p>
      <Button look="primary" onClick={onAdd} onPointerEnter={onAddLikely} onFocus={onAddLikely}>
        <Plus aria-hidden="true" size={16} />
        Add your first link
      </Button>
    </div>
  );
}
