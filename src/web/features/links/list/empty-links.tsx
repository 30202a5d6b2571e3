import { Plus } from 'lucide-react';

import { Button } from '#web/ui/button.tsx';

type EmptyLinksProps = { readonly onAdd: () => void; readonly onAddLikely: () => void };

export function EmptyLinks({ onAdd, onAddLikely }: EmptyLinksProps) {
  return (
    <div className="links-empty">
      <svg viewBox="0 0 160 84" width="160" height="84" aria-hidden="true">
        <path className="empty-slots" d="M46 14h96M46 42h74M46 70h86M10 4h20v20H10zM10 60h20v20H10z" />
        <path className="empty-tick" d="M10 32h20v20H10zM14 42l5 5 8-10" strokeLinejoin="round" />
      </svg>
      <p className="empty-title">No links saved yet</p>
      <p>Save the links you earn with. You can then weave them into any text.</p>
      <Button look="primary" onClick={onAdd} onPointerEnter={onAddLikely} onFocus={onAddLikely}>
        <Plus aria-hidden="true" size={16} />
        Add your first link
      </Button>
    </div>
  );
}
