import * as z from 'zod/mini';

/** What the server says about the visitor's workspace. */
export const workspaceSchema = z.object({
  /** The visitor's own workspace, one of a user or a token without a recovery code, or one for everybody. */
  kind: z.enum(['own', 'user', 'shared']),
  /** Whether the browser sent the secret of a workspace. Always true for the shared one. */
  exists: z.boolean(),
  /** How many links are saved in it. */
  links: z.number(),
});

/** The secret of the workspace, in a form that people can write down. It opens the workspace in any browser. */
export const recoveryCodeSchema = z.object({ code: z.string() });

export type Workspace = z.infer<typeof workspaceSchema>;

/** What the visitor may still generate with the model today. The built-in writer has no limit. */
export const allowanceSchema = z.object({
  /** Generations that this visitor has left. Null: no limit. */
  leftToday: z.nullable(z.number()),
  /** The share of the day's budget for all visitors that is left, from 0 to 1. Null: no limit. */
  budgetShare: z.nullable(z.number()),
  /** Why this visitor cannot use the model at the moment. Null: the visitor can use it. */
  closedBy: z.nullable(z.enum(['budget-spent', 'visitor-day-limit'])),
  /** When the visitor can use the model again, in milliseconds since 1970. Null: now. */
  reopensAt: z.nullable(z.number()),
});

export type Allowance = z.infer<typeof allowanceSchema>;
