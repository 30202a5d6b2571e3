import { useId, useState } from 'react';

import { HowItWorksText } from './lazy-parts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/lazy-part.tsx';

export function PageHeader({ brandName }: { readonly brandName: string }) {
  return (
    <header className="page-header">
      <div className="brand-line">
        <p className="brand">
          <WeaveMark />
          <span className="brand-name">{brandName}</span>
          <span className="badge">Demo</span>
        </p>
        <HowItWorks />
      </div>
      <div className="headline">
        <h1>Free Link Integrator</h1>
        <p className="tagline">Make Your Affiliate Links Feel Like Part of the Story</p>
      </div>
    </header>
  );
}

function HowItWorks() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const titleId = `${id}-title`;
  return (
    <>
      <Button look="plain" popoverTarget={id} onLikely={HowItWorksText.preload}>
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

/** The logo: a thread that passes over, under and over three others. */
function WeaveMark() {
  return (
    <svg className="weave-mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <g fill="none" strokeWidth="3" strokeLinecap="round">
        <path className="weave-warp" d="M8 4v8M8 20v8M16 4v24M24 4v8M24 20v8" />
        <path className="weave-thread" d="M3 16h9M20 16h9" />
      </g>
    </svg>
  );
}
