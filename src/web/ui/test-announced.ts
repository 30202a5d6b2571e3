import { afterEach, beforeEach, vi } from 'vitest';

/** Returns what each test of a file tells screen readers. The document of these tests is only a live region. */
export function recordAnnouncements(): string[] {
  const announced: string[] = [];
  beforeEach(() => {
    announced.splice(0);
    // The test may have ended when the live region is looked up.
    const ownerDocument = { getElementById: () => null };
    const createElement = () => ({
      ownerDocument,
      set textContent(text: string) {
        announced.push(text);
      },
    });
    vi.stubGlobal('document', { createElement });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return announced;
}
