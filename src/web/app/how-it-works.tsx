import { useId, useState } from 'react';

import { HowItWorksText } from './lazy-parts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';

export function HowItWorks() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const titleId = `${id}-title`;
  return (
    <>
      <Button
        look="plain"
        popoverTarget={id}
        onPointerEnter={HowItWorksText.preload}
        onFocus={HowItWorksText.preload}
      >
        How does it work?
      </Button>
      <div
        className="popover"
        popover="auto"
        id={id}
        role="dialog"
        aria-labelledby={titleId}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <h2 id={titleId}>How does it work?</h2>
        {isOpen ? (
          <Loading label="Loading">
            <HowItWorksText />
          </Loading>
        ) : null}
      </div>
    </>
  );
}
