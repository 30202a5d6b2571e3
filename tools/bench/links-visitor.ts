import { createSecret, workspaceIdOf, setWorkspaceCookie } from '#server/http/plugins/workspaces.ts';

export type Visitor = {
  readonly workspace: string;
  /** The headers that the visitor's browser would send to this server. */
  headersFor(origin: string): Record<string, string>;
};

export function createVisitor(): Visitor {
  const secret = createSecret();
  return {
    workspace: workspaceIdOf(secret),
    headersFor(origin) {
      const { host } = new URL(origin);
      const day = Math.floor(Date.now() / 86_400_000);
      return {
        cookie: setWorkspaceCookie({ headers: { host }, protocol: 'http' }, { secret, day })
          .split(';', 1)
          .join(),
      };
    },
  };
}
