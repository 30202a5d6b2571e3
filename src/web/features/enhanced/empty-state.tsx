/** What is seen before the first result: lines of a text with a thread running through. */
export function EmptyState() {
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
      <p className="empty-title">Your three versions will appear here</p>
      <p>Tick the links to weave in, paste your content, and click Generate.</p>
    </div>
  );
}
