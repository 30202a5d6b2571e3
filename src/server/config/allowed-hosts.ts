const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Returns the host names that requests may use: the loopback names, and the listed names or else the host listened on. */
export function allowedHostsOf(listed: readonly string[] | undefined, host: string): ReadonlySet<string> {
  const names = listed ?? [host.includes(':') ? `[${host}]` : host];
  return new Set([...loopbackHosts, ...names.map(hostNameOf)]);
}

/** Returns the name of a host in lower case and without a port: `Example.com:8080` -> `example.com`, `[::1]:80` -> `[::1]`. */
export function hostNameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
