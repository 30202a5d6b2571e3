/** The mark: one thread passing over, under and over three others. */
export function WeaveMark() {
  return (
    <svg className="weave-mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <g fill="none" strokeWidth="3" strokeLinecap="round">
        <path className="weave-warp" d="M8 4v8M8 20v8M16 4v24M24 4v8M24 20v8" />
        <path className="weave-thread" d="M3 16h9M20 16h9" />
      </g>
    </svg>
  );
}
