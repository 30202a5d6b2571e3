import type { ProviderSettings } from '#llm-client/completion-request.ts';
import type { Link } from '#core/links/link.ts';
import type { Protocol } from '#core/limits/protocol.ts';

/** A provider that the visitor calls with a key of their own. */
export type OwnProvider = Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'model'>;

/** Who writes a generation: what the server is set up with, its built-in writer, or the visitor's own provider. */
export type Writer =
  | { readonly kind: 'server' }
  | { readonly kind: 'built-in' }
  | {
      readonly kind: 'own';
      readonly provider: OwnProvider;
      /** How it is asked to answer. */
      readonly protocol: Protocol;
      /** The links of these ids that are still there, in that order. */
      readonly findLinks: (ids: readonly string[]) => Promise<readonly Link[]>;
    };
