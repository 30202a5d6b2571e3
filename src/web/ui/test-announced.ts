import { afterEach, beforeEach, vi } from 'vitest';

/** Returns what each test of a file tells screen readers. The document of these tests is only a live region. */
export function recordAnnouncements(): string[] {
  const announced: string[] = [];
  beforeEach(() => {
    announced.splice(0);
    // The live region may be looked up after the test has ended.
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
