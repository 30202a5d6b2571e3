import { useEffect, useState } from 'react';

import { minutesAndSeconds } from './minutes-and-seconds.ts';

/** How long it has been since then, counting on. Not read out: it would never stop. */
export function ElapsedTime({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="elapsed" role="timer" aria-live="off" aria-label="Elapsed time">
      {minutesAndSeconds(now - since)}
    </span>
  );
}
