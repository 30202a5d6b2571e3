import { memo, useCallback, useId, useState } from 'react';

import type { AcceptedRelink } from '#core/edits/edit.ts';
import type { LinkFields } from '#core/links/link.ts';
import { nameOfLink } from '#core/links/description.ts';
import type { RelinkOffer, RelinkReason } from '#core/relink/relink-offers.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, tCount } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

import { addressesOf, placesOf, type RelinkStore } from './relink-store.ts';
import { ShopTemplatesForm } from './shop-templates-form.tsx';
import type { ShopTemplates } from './shop-templates.ts';

type RelinkDialogProps = {
  readonly store: RelinkStore;
  readonly templates: ShopTemplates;
  readonly findLink: (id: string) => LinkFields | undefined;
  /** Why nothing can be exchanged now; null if it can. */
  readonly reason: string | null;
  readonly onExchange: (accepted: readonly AcceptedRelink[]) => void;
  readonly onClose: () => void;
};

/** Lists which links of the text can be exchanged, old and new, and exchanges those that are ticked. */
export function RelinkDialog({ store, templates, findLink, reason, onExchange, onClose }: RelinkDialogProps) {
  const { offers, ticked, accepted } = useStore(store);
  const [isDirty, setDirty] = useState(false);
  const count = placesOf(offers, ticked);
  const off = reason ?? (count + accepted.size === 0 ? t('Select at least one link') : null);

  return (
    <Dialog
      title={t('Links of yours that can earn')}
      className="dialog-wide relink-dialog"
      startsAtTitle
      isDirty={isDirty}
      onClose={onClose}
    >
      <p>{t('Only the addresses change, and none of your words. Nothing is fetched.')}</p>
      {offers.length === 0 ? (
        <p role="status">{t('No link of this text leads to what you have saved.')}</p>
      ) : (
        <Offers {...{ store, findLink, count }} />
      )}
      <details className="relink-shops">
        <summary>{t('Use your own link for a whole shop')}</summary>
        <ShopTemplatesForm templates={templates} onDirty={setDirty} />
      </details>
      <div className="dialog-actions relink-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button look="primary" off={off !== null} tooltip={off} onClick={() => onExchange(store.chosen())}>
          {count === 0 && accepted.size > 0
            ? t('Put the old addresses back')
            : tCount(count, 'Exchange {count} link', 'Exchange {count} links')}
        </Button>
      </div>
    </Dialog>
  );
}

type OffersProps = Pick<RelinkDialogProps, 'store' | 'findLink'> & { readonly count: number };

function Offers({ store, findLink, count }: OffersProps) {
  const { offers, ticked } = useStore(store);
  const onTick = useCallback<RelinkStore['tick']>(
    (address, isTicked) => store.tick(address, isTicked),
    [store],
  );
  const total = placesOf(offers, addressesOf(offers));
  return (
    <>
      <div className="relink-choice">
        <p role="status">
          {tCount(total, '{chosen} of {count} link selected', '{chosen} of {count} links selected', {
            chosen: count,
          })}
        </p>
        <span>
          <Button look="plain" off={ticked.size === offers.length} onClick={() => store.tickAll(true)}>
            {t('Select all')}
          </Button>
          <Button look="plain" off={ticked.size === 0} onClick={() => store.tickAll(false)}>
            {t('Select none')}
          </Button>
        </span>
      </div>
      <ul className="relink-offers">
        {offers.map((offer) => (
          <OfferRow
            key={offer.from}
            offer={offer}
            link={'linkId' in offer.source ? findLink(offer.source.linkId) : undefined}
            isTicked={ticked.has(offer.from)}
            onTick={onTick}
          />
        ))}
      </ul>
    </>
  );
}

type OfferRowProps = {
  readonly offer: RelinkOffer;
  /** The saved link with the new address; undefined for one of a template. */
  readonly link: LinkFields | undefined;
  readonly isTicked: boolean;
  readonly onTick: RelinkStore['tick'];
};

const OfferRow = memo(function OfferRow({ offer, link, isTicked, onTick }: OfferRowProps) {
  const { from, url, reason, isForeign, places } = offer;
  const id = useId();
  const aboutId = `${id}-about`;
  return (
    <li className="relink-offer" data-foreign={isForeign || undefined}>
      <input
        type="checkbox"
        id={id}
        checked={isTicked}
        aria-describedby={aboutId}
        onChange={({ target }) => onTick(from, target.checked)}
      />
      <label htmlFor={id} dir="auto">
        <Words offer={offer} />
      </label>
      <div className="relink-about" id={aboutId}>
        {isForeign ? (
          <p className="relink-foreign">{t('Pays somebody else now. Exchange it only if you may.')}</p>
        ) : null}
        <p className="relink-why">
          {t(reasons[reason])} ·{' '}
          {tCount(places.length, '{count} place in your text', '{count} places in your text')}
        </p>
        <p className="relink-old">
          <span className="relink-label">{t('Old')}</span> <bdi className="relink-address">{from}</bdi>
        </p>
        <p className="relink-new">
          <span className="relink-label">{t('New')}</span>{' '}
          <span>
            {link === undefined || link.description.trim() === '' ? null : (
              <bdi className="relink-name">{nameOfLink(link)}</bdi>
            )}
            <bdi className="relink-address">{url}</bdi>
          </span>
        </p>
      </div>
    </li>
  );
});

const reasons = {
  'same-page': 'Same page',
  'same-product': 'Same product',
  'inside-redirect': 'Inside a redirect',
  template: 'Your template',
} as const satisfies Record<RelinkReason, EnglishText>;

/** More different words of an offer are not listed. */
const mostWords = 3;

/** The words that carry the links of an offer, or its address. */
function Words({ offer: { from, places } }: Pick<OfferRowProps, 'offer'>) {
  const words = [...new Set(places.map((place) => place.words))].filter((each) => each !== '');
  if (words.length === 0) return from;
  return (
    <>
      {words.slice(0, mostWords).map((each) => (
        <q key={each}>{each}</q>
      ))}
      {words.length > mostWords ? '…' : null}
    </>
  );
}
