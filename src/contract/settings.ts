import * as z from 'zod/mini';

import type { ContentLimits } from '#core/limits/content-limit.ts';
import { protocols } from '#core/limits/protocol.ts';

/** What the server tells the page about itself, in a JSON data block of the page (`<script id="settings">`). */
export const settingsSchema = z.object({
  brandName: z.string(),
  companyName: z.string(),
  productSiteUrl: z.string(),
  /** Who writes: the configured AI model, or the writer that is built in when none is configured. */
  writer: z.enum(['model', 'built-in']),
  /** The provider's host name as shown in the privacy text; empty with the built-in writer. */
  providerHost: z.string(),
  /** Whose links a visitor sees: their own, or those of everybody who can open the page. */
  workspace: z.enum(['own', 'shared']),
  /** Workspaces with fewer links are deleted when nobody has used them for so many months. Null: none is. */
  expiry: z.nullable(z.object({ months: z.number(), belowLinks: z.number() })),
  /** How much of the list the browser may keep for offline use, in bytes. */
  cacheBytes: z.number(),
  /** How long a content may be: in UTF-16 code units, and in tokens of the server's model where one writes. */
  contentLimits: z.object({
    maxContentChars: z.number(),
    /** How a model is asked to answer, also a visitor's own. */
    protocol: z.enum(protocols),
    model: z.nullable(
      z.object({
        contextWindow: z.number(),
        outputLimit: z.nullable(z.number()),
        reasons: z.boolean(),
        tokenizer: z.enum(['wide', 'narrow']),
      }),
    ),
  }) satisfies z.ZodMiniType<ContentLimits>,
  /** The providers that the page may call with a visitor's own key, as sources of a policy; none: no own keys. */
  ownKeyHosts: z.array(z.string()),
  /** Whether the page may call those of them that are on the visitor's own machine (`device-page.ts`). */
  reachesDevice: z.boolean(),
  /** Whether the server wants a proof of work with each generation by its model. */
  proofOfWork: z.boolean(),
});

export type Settings = z.infer<typeof settingsSchema>;
