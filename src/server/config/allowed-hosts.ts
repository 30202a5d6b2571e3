const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** The host names that requests may ask for; by default the machine's own and the one listened on. */
export function readAllowedHosts(list: string | undefined, host: string): ReadonlySet<string> {
  const listed = list?.split(',').map((name) => name.trim()) ?? [host.includes(':') ? `[${host}]` : host];
  return new Set([...loopbackHosts, ...listed.filter((name) => name !== '').map(hostNameOf)]);
}

/** `Example.com:8080` -> `example.com`, `[::1]:80` -> `[::1]`. */
export function hostNameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
