let latest = 0;

/**
 * A UUID of version 7, also where the page is not served securely, unlike `randomUUID`. Each sorts after the one before,
 * and with them their links in the list: of several in a millisecond the later ones are dated a little ahead.
 */
export function newId(): string {
  latest = Math.max(Date.now(), latest + 1);
  const time = latest.toString(16).padStart(12, '0');
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-a${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}
