import { Component } from 'react';
import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { logFailure } from './log.ts';

type PartFailureProps = { readonly children: ReactNode };

/** Keeps the fault of one part from taking the page with it. */
export class PartFailure extends Component<PartFailureProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(failure: unknown): void {
    logFailure('A part of the page could not be shown.', failure);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="panel red-box" role="alert">
        <p>This part of the page could not be loaded.</p>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
      </div>
    );
  }
}
