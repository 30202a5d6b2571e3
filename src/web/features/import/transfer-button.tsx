import './transfer-button.css';

import { ArrowDownUp } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

import { receiveFiles } from './receive-files.ts';

type TransferButtonProps = {
  /** Called with the file that was dropped on the panel around the button, or with null after a click. */
  readonly onOpen: (file: File | null) => void;
  readonly onLikely: () => void;
};

export function TransferButton({ onOpen, onLikely }: TransferButtonProps) {
  const button = useRef<HTMLSpanElement>(null);
  const open = useRef(onOpen);

  useEffect(() => {
    open.current = onOpen;
  }, [onOpen]);

  useEffect(() => {
    const panel = button.current?.closest('section');
    return panel ? receiveFiles(panel, (file) => open.current(file)) : undefined;
  }, []);

  return (
    <span className="transfer-button" ref={button}>
      <Tooltip text="Import or export links">
        {() => (
          <Button
            look="icon"
            aria-label="Import or export links"
            onClick={() => onOpen(null)}
            onLikely={onLikely}
          >
            <ArrowDownUp aria-hidden="true" size={18} />
          </Button>
        )}
      </Tooltip>
    </span>
  );
}
