import * as z from 'zod/mini';

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
  /** How much of the list the browser may keep for offline use, in bytes. */
  cacheBytes: z.number(),
});

export type Settings = z.infer<typeof settingsSchema>;
