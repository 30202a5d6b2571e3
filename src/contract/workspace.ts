import * as z from 'zod/mini';

/** What the server says of the visitor's workspace. */
export const workspaceSchema = z.object({
  /** The visitor's own, or one for everybody. */
  kind: z.enum(['own', 'shared']),
  /** Whether the browser sent a workspace's secret; always true for the shared one. */
  exists: z.boolean(),
  /** Saved links in it. */
  links: z.number(),
});

/** The workspace's secret as people write it down. It opens the workspace in any browser. */
export const recoveryCodeSchema = z.object({ code: z.string() });

export type Workspace = z.infer<typeof workspaceSchema>;
