import { WithoutAiLine, type AiWay } from '#web/features/generation/without-ai-line.tsx';
import { FreeKeys } from '#web/features/own-key/free-keys.tsx';
import { t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';

import type { ToAi } from '#web/version-view/shown-version.ts';

import type { PageStores } from './page-memory.tsx';

/** Returns the line above a result of the built-in writer. It offers the ways to AI that exist for this visitor. */
export function createWithoutAi({ settings: { ownKeyHosts: hosts }, ownKey }: PageStores) {
  return function WithoutAi({ onOpenOwnKey, onWriteAgain }: ToAi) {
    const provider = useStore(ownKey.provider);
    const ownWay =
      provider === null
        ? { label: t('Use your own key'), onUse: onOpenOwnKey }
        : { label: t('Write it again with {model}', { model: provider.model }), onUse: onWriteAgain };
    const ways: readonly AiWay[] = hosts.length === 0 ? [] : [{ id: 'own-key', ...ownWay }];
    return <WithoutAiLine ways={ways}>{provider === null ? <FreeKeys hosts={hosts} /> : null}</WithoutAiLine>;
  };
}
