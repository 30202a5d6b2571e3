import { Button } from '#web/ui/button.tsx';

type EmptyStateProps = {
  /** Where a model's answer could not be read: has the built-in writer write instead. */
  readonly onUseBuiltIn: (() => void) | null;
};

/** What is seen before the first result: lines of a text with a thread running through. */
export function EmptyState({ onUseBuiltIn }: EmptyStateProps) {
  return (
    <div className="enhanced-empty">
      <svg viewBox="0 0 240 120" width="240" height="120" aria-hidden="true">
        <g className="empty-lines">
          <path d="M20 20h150M20 44h62M114 44h106M20 68h128M186 68h34M20 92h40M104 92h76" />
        </g>
        <path
          className="empty-thread"
          d="M4 112C40 112 58 44 82 44h32c30 0 22 24 34 24h38c26 0-20 24-82 24H60"
        />
      </svg>
      {onUseBuiltIn === null ? (
        <>
          <p className="empty-title">Your three versions will appear here</p>
          <p>Tick the links to weave in, paste your content, and click Generate.</p>
        </>
      ) : (
        <>
          <p className="empty-title">The AI provider’s answer could not be read</p>
          <p>Nothing of it was taken, and your content is as it was.</p>
          <Button onClick={onUseBuiltIn}>Use the built-in writer</Button>
        </>
      )}
    </div>
  );
}
