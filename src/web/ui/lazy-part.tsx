import {
  Component,
  createContext,
  createElement,
  Suspense,
  use,
  type ComponentType,
  type ReactNode,
} from 'react';

import { t } from '#web/lib/language.ts';
import { loadOnce } from '#web/lib/tasks.ts';
import { logFailure } from '#web/lib/log.ts';

import { Button } from './button.tsx';

/** Identifies one attempt of the boundary to show its children. */
const Attempt = createContext<object>({});

/**
 * Returns a component that is loaded when it is first drawn, or by `preload`. React's own `lazy` keeps a failure for
 * ever. This one loads once for each attempt of the boundary around it, so "Try again" loads again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const byAttempt = new WeakMap<object, Promise<ComponentType<Props>>>();

  const loadPart = loadOnce(() => {
    const part = load();
    // With these fields, `use` returns the part at once. It is always called, as React demands of a part that waited.
    part.then(
      (value) => Object.assign(part, { status: 'fulfilled', value }),
      () => {},
    );
    return part;
  });

  function loadFor(attempt: object): Promise<ComponentType<Props>> {
    const part = byAttempt.get(attempt) ?? loadPart();
    byAttempt.set(attempt, part);
    return part;
  }

  function LazyPart(props: Props) {
    return createElement(use(loadFor(use(Attempt))), props);
  }
  /** Loads the part early. Ignores a failure, because the part is loaded again when it is drawn. */
  LazyPart.preload = (): void => void loadPart();
  return LazyPart;
}

type LoadingProps = {
  /** The label of the spinner for screen readers. Without one, nothing is shown while the part loads. */
  readonly label?: string;
  readonly children: ReactNode;
};

/** Shows a spinner while a part is loading, and a message if it fails. */
export function Loading({ label, children }: LoadingProps) {
  const spinner = label && <Spinner label={label} />;
  return (
    <PartFailure>
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

/** `attempt` is null after a failure. */
type PartFailureState = { readonly attempt: object | null; readonly failures: number };

/** An error boundary: a failure in one part does not break the page. */
export class PartFailure extends Component<{ readonly children: ReactNode }, PartFailureState> {
  override state: PartFailureState = { attempt: {}, failures: 0 };

  static getDerivedStateFromError() {
    return { attempt: null };
  }

  override componentDidCatch(failure: unknown): void {
    logFailure('A part of the page could not be shown.', failure);
    this.setState(({ failures }) => ({ failures: failures + 1 }));
  }

  readonly tryAgain = (): void => this.setState({ attempt: {} });

  override render(): ReactNode {
    const { attempt, failures } = this.state;
    if (attempt !== null) return <Attempt value={attempt}>{this.props.children}</Attempt>;
    return (
      <div className="panel red-box" role="alert" ref={scrollIntoView}>
        <p>{t('This part of the page could not be loaded.')}</p>
        <Button onClick={this.tryAgain}>{t('Try again')}</Button>
        {failures > 1 ? (
          <Button onClick={() => window.location.reload()}>{t('Reload the page')}</Button>
        ) : null}
      </div>
    );
  }
}

/** Scrolls to the message. In a dialog, it is below everything else. */
function scrollIntoView(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: 'nearest' });
}
