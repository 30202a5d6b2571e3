import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react';

import { t } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';

import { Button } from './button.tsx';

/** Returns a component that is loaded when it is first drawn. Only rarely used parts are worth it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}

type LoadingProps = {
  /** The label of the spinner for screen readers. Without one, nothing is shown while the part loads. */
  readonly label?: string;
  /** Whether the page is whole without the part. Nothing is shown if it fails. */
  readonly isOptional?: boolean;
  readonly children: ReactNode;
};

/** Shows a spinner while a part is loading, and a message if it fails. */
export function Loading({ label, isOptional = false, children }: LoadingProps) {
  const spinner = label && <Spinner label={label} />;
  return (
    <PartFailure isOptional={isOptional}>
      <Suspense fallback={spinner && <div className="panel panel-loading">{spinner}</div>}>
        {children}
      </Suspense>
    </PartFailure>
  );
}

/** `label` is for screen readers. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <span className="spinner" role="img" aria-label={label}>
      <span aria-hidden="true" />
    </span>
  );
}

type FailureBoxProps = {
  readonly message: string | null;
  readonly id?: string;
  readonly onRetry?: () => void;
  /** Whether the user can go on without it. */
  readonly isQuiet?: boolean;
};

export function FailureBox({ message, id, onRetry, isQuiet }: FailureBoxProps) {
  if (message === null) return null;
  return (
    <div className={isQuiet ? 'quiet-box' : 'red-box'} role={isQuiet ? 'status' : 'alert'} id={id}>
      <p>{message}</p>
      {onRetry === undefined ? null : (
        <Button look={isQuiet ? 'plain' : 'quiet'} onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  );
}

type PartFailureState = { readonly hasFailed: boolean };

type PartFailureProps = { readonly isOptional?: boolean; readonly children: ReactNode };

/** An error boundary: a failure in one part does not break the page. */
export class PartFailure extends Component<PartFailureProps, PartFailureState> {
  override state: PartFailureState = { hasFailed: false };

  static getDerivedStateFromError(): PartFailureState {
    return { hasFailed: true };
  }

  override componentDidCatch(failure: unknown): void {
    logFailure('A part of the page could not be shown.', failure);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    if (this.props.isOptional === true) return null;
    return (
      <div className="panel red-box" role="alert" ref={scrollIntoView}>
        <p>{t('This part of the page could not be loaded.')}</p>
        {/* A browser may remember a failed import until the page is loaded again. */}
        <Button onClick={() => window.location.reload()}>{t('Reload the page')}</Button>
      </div>
    );
  }
}

/** Scrolls to the message. In a dialog, it is below everything else. */
function scrollIntoView(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: 'nearest' });
}
