import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './app/page.css';
// The styles of a lazy part that the first view shows.
import './features/links/links.css';

/** The longest wait for the first paint, in milliseconds. A hidden page is never painted. */
const longestWait = 500;

/** Resolves when the visitor sees the HTML of the page, or after the longest wait. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, longestWait);
  });
}

async function loadPage(): Promise<void> {
  // The script waits here, because the rest of it would delay the paint.
  await firstPaint();
  try {
    await import('./app/start.tsx');
  } catch (failure) {
    document.getElementById('not-loaded')?.removeAttribute('hidden');
    throw failure;
  }
}

void loadPage();
