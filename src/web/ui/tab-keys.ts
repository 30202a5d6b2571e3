/** The tab that a key moves to, round and round; null for a key that moves nowhere. */
export function tabAfterKey<T>(tabs: readonly T[], current: T, key: string): T | null {
  const at = tabs.indexOf(current);
  const places: Record<string, number> = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  const place = places[key];
  return place === undefined ? null : (tabs[place] ?? null);
}
