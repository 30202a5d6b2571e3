/** Remembers what has been written, so that nothing is said twice and sentences do not all begin alike. */
export function createVariety() {
  const used = new Set<string>();
  const families = new Map<string, number>();
  let last = '';
  let combined = 0;

  return {
    has: (template: string): boolean => used.has(template),

    take(template: string): string {
      used.add(template);
      last = familyOf(template);
      families.set(last, (families.get(last) ?? 0) + 1);
      return template;
    },

    /** Sentences that begin alike tire the reader, most of all one after the other. */
    fatigue(template: string): number {
      const family = familyOf(template);
      return 1.2 * (families.get(family) ?? 0) + (family === last ? 1.5 : 0);
    },

    /** An opening and a body that have not stood together yet; after all pairs it begins anew. */
    combine(openings: readonly string[], bodies: readonly string[]): string {
      const round = Math.floor(combined / openings.length);
      const template = `${openings[combined % openings.length]} ${bodies[(combined + round) % bodies.length]}`;
      combined = (combined + 1) % (openings.length * bodies.length);
      return template;
    },
  };
}

function familyOf(template: string): string {
  return template.split(' ', 1)[0] ?? '';
}
