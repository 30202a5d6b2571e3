import { Component, createContext } from 'react';
import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { logFailure } from '#web/lib/log.ts';

/** Stands for one try at showing what is inside the boundary. */
export const Attempt = createContext<object>({});

type PartFailureProps = { readonly children: ReactNode };
type PartFailureState = { readonly hasFailed: boolean; readonly failures: number; readonly attempt: object };

/** Keeps the fault of one part from taking the page with it. */
export class PartFailure extends Component<PartFailureProps, PartFailureState> {
  override state: PartFailureState = { hasFailed: false, failures: 0, attempt: {} };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(failure: unknown): void {
    logFailure('A part of the page could not be shown.', failure);
    this.setState(({ failures }) => ({ failures: failures + 1 }));
  }

  readonly tryAgain = (): void => this.setState({ hasFailed: false, attempt: {} });

  override render(): ReactNode {
    const { hasFailed, failures, attempt } = this.state;
    if (!hasFailed) return <Attempt value={attempt}>{this.props.children}</Attempt>;
    return (
      <div className="panel red-box" role="alert" ref={bringIntoView}>
        <p>This part of the page could not be loaded.</p>
        <Button onClick={this.tryAgain}>Try again</Button>
        {failures > 1 ? <Button onClick={() => window.location.reload()}>Reload the page</Button> : null}
      </div>
    );
  }
}

/** A dialog that could not be fetched stands below everything else. */
function bringIntoView(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: 'nearest' });
}
