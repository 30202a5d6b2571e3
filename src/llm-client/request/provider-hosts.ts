/**
 * A source of a content security policy that names providers: `https://api.openai.com`, `https://*.example.com`,
 * `http://localhost:*`. Plain http is only allowed to this machine.
 */
const source = /^(https):\/\/((?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+)(?::(\d{1,5}|\*))?$/u;
const loopbackSource = /^(https?):\/\/(localhost|127\.0\.0\.1)(?::(\d{1,5}|\*))?$/u;

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

export function isProviderSource(text: string): boolean {
  return source.test(text) || loopbackSource.test(text);
}

/** Returns whether an address is on the machine that calls it. */
export function isOnThisDevice(address: string): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1)(?:[:/?#]|$)/iu.test(address.trim());
}

/** Whether one of the sources allows the address, as in a browser: a source with http also allows https. */
export function isProviderAllowed(address: string, sources: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  const scheme = protocol.slice(0, -1);
  return sources.some((each) => {
    const [, allowedScheme, host = '', allowedPort] = source.exec(each) ?? loopbackSource.exec(each) ?? [];
    if (scheme !== allowedScheme && scheme !== 'https') return false;
    if (!isSameHost(hostname, host)) return false;
    return allowedPort === '*' || (port || defaultPorts[scheme]) === (allowedPort ?? defaultPorts[scheme]);
  });
}

function isSameHost(hostname: string, allowed: string): boolean {
  return allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed;
}
