import * as z from 'zod/mini';

import { protocols } from '#core/limits/protocol.ts';

/** How the model is asked to answer. */
export const protocolVariables = z.object({
  WEAVE_PROTOCOL: z._default(z.enum(protocols, protocols.join(' or ')), 'edits'),
});
