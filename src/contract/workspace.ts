import * as z from 'zod/mini';

/** What the server says about the visitor's workspace. */
export const workspaceSchema = z.object({
  /** The visitor's own workspace, or one for everybody. */
  kind: z.enum(['own', 'shared']),
  /** Whether the browser sent the secret of a workspace. Always true for the shared one. */
  exists: z.boolean(),
  /** How many links are saved in it. */
  links: z.number(),
});

/** The secret of the workspace, in a form that people can write down. It opens the workspace in any browser. */
export const recoveryCodeSchema = z.object({ code: z.string() });

export type Workspace = z.infer<typeof workspaceSchema>;
