import * as z from 'zod/mini';
import { type ContentLimits, protocols } from '#core/limits/terms.ts';

/** What the server tells the page about itself, in a JSON block of the page (`<script id="settings">`). */
export const settingsSchema = z.object({
  brandName: z.string(),
  companyName: z.string(),
  productSiteUrl: z.string(),
  /** The configured AI model, or the built-in writer if none is configured. */
  writer: z.enum(['model', 'built-in']),
  /** The host name of the provider, as the privacy text shows it. Empty with the built-in writer. */
  providerHost: z.string(),
  /** Whose links a visitor sees: their own, their own as a user whom a proxy signs in, or those of everybody who can open the page. */
  workspace: z.enum(['own', 'user', 'shared']),
  /** Workspaces with fewer links are deleted if nobody has used them for this many months. Null: none is deleted. */
  expiry: z.nullable(z.object({ months: z.number(), belowLinks: z.number() })),
  /** How many bytes of the list the browser may keep for offline use. */
  cacheBytes: z.number(),
  /** The limits of a content: in UTF-16 code units, and in tokens of the server's model, if there is one. */
  contentLimits: z.object({
    maxContentChars: z.number(),
    /** How the server's model is asked to answer. */
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
  /** Providers that the page may call with an own key, as sources of a content security policy. Empty: none. */
  ownKeyHosts: z.array(z.string()),
  /** How the models of own keys are asked to answer. Null: the size of each model decides. */
  ownKeyProtocol: z.nullable(z.enum(protocols)),
  /** Whether the page may call providers on the visitor's own machine. */
  reachesDevice: z.boolean(),
});

export type Settings = z.infer<typeof settingsSchema>;

/** The page at `/?this-device` may call programs on the visitor's own machine. The page at `/` may not. */
export const devicePageName = 'this-device';

/** Sources with plain `http:` are always on the visitor's own machine. */
export function callableHosts({
  ownKeyHosts,
  reachesDevice,
}: Pick<Settings, 'ownKeyHosts' | 'reachesDevice'>): readonly string[] {
  return reachesDevice ? ownKeyHosts : ownKeyHosts.filter((host) => !host.startsWith('http:'));
}
