/** Brings a link of the text into view and lets it light up. Counted from 0. */
export function showLink(reading: HTMLElement | null, index: number): HTMLElement | null {
  const link = reading?.querySelectorAll<HTMLElement>('.thread')[index] ?? null;
  if (link === null) return null;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  link.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' });
  link.classList.remove('thread-found');
  // Asked for its place, the browser takes note of what changed: only so does the light begin anew.
  link.getBoundingClientRect();
  link.classList.add('thread-found');
  return link;
}
