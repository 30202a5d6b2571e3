import { useId } from 'react';

import { Button } from './ui/button.tsx';

export function HowItWorks() {
  const id = useId();
  const titleId = `${id}-title`;
  return (
    <>
      <Button look="plain" popoverTarget={id}>
        How does it work?
      </Button>
      <div className="popover" popover="auto" id={id} role="dialog" aria-labelledby={titleId}>
        <h2 id={titleId}>How does it work?</h2>
        <p>
          Your links are combined with your content, and the text is rewritten so that the links read
          naturally, as if they had always been part of it.
        </p>
        <ol>
          <li>Paste your links and tick the ones to weave in.</li>
          <li>Paste your content.</li>
          <li>
            Press <strong>Generate</strong>, then choose between three versions: safe, exploratory and
            experimental.
          </li>
        </ol>
        <p>Your addresses are never changed: each one in the result is exactly the one you saved.</p>
      </div>
    </>
  );
}
