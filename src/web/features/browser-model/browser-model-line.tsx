import './browser-model.css';

import { Cpu } from 'lucide-react';

import type { EnglishText } from '#web/german/german.ts';
import { t, translated } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';

import type { BrowserModelState, BrowserModelStore } from './browser-model-store.ts';

type LineProps = {
  readonly browserModel: BrowserModelStore;
  /** Whether a generation runs. It has its own button to stop. */
  readonly isBusy: boolean;
};

/** Offers the model of this browser as a writer, or says that it writes. Empty if there is none for the text. */
export function BrowserModelLine({ browserModel, isBusy }: LineProps) {
  const state = useStore(browserModel.state);
  const isUsed = useStore(browserModel.isUsed);
  const failure = useStore(browserModel.failure);
  const offer = offerMessage(state);
  if (!isUsed && offer === null && failure === null) return null;
  return (
    <div className="browser-model">
      {failure === null ? null : (
        <p className="browser-model-failure" role="alert">
          {translated(failure)}
        </p>
      )}
      {isUsed ? (
        <UsedModel browserModel={browserModel} state={state} isBusy={isBusy} />
      ) : offer === null ? null : (
        <>
          <Button look="plain" onClick={browserModel.use}>
            {t('Write with this browser’s model')}
          </Button>
          <p>{offer}</p>
        </>
      )}
    </div>
  );
}

function UsedModel({ browserModel, state, isBusy }: LineProps & { readonly state: BrowserModelState }) {
  const share = useStore(browserModel.downloaded);
  const percent = Math.floor((share ?? 0) * 100);
  return (
    <>
      <div className="browser-model-use">
        <span>
          <Cpu aria-hidden="true" size={15} />
          {share === null
            ? t(usedMessages[state])
            : share < 1
              ? t('The browser downloads its model: {percent} %', { percent })
              : t('The browser prepares its model.')}
        </span>
        {isBusy ? null : (
          <Button look="plain" onClick={browserModel.leave}>
            {share === null ? t('Stop using it') : t('Stop the download')}
          </Button>
        )}
      </div>
      {share === null ? null : (
        <progress value={share < 1 ? share : undefined} aria-label={t('Download of the browser’s model')} />
      )}
    </>
  );
}

const usedMessages = {
  unknown: 'This browser’s model writes.',
  available: 'This browser’s model writes.',
  downloadable: 'This browser’s model writes. The browser downloads it when you press Generate.',
  downloading: 'This browser’s model writes, once the browser has downloaded it.',
  unavailable: 'This browser’s model does not write in the language of your text.',
} as const satisfies Record<BrowserModelState, EnglishText>;

/** Returns what the model costs. Null: there is none. */
function offerMessage(state: BrowserModelState): string | null {
  if (state === 'unknown' || state === 'unavailable') return null;
  if (state === 'available') return t('Free. Your text stays on this device.');
  return t('Free. Your text stays on this device. The browser downloads a model of several gigabytes once.');
}
