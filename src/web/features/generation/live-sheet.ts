import { createLiveText } from './live-text.ts';

/** What the page's generations write on. */
export const liveSheet = createLiveText((draw) => requestAnimationFrame(draw));
