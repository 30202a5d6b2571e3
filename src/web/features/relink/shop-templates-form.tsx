import './relink.css';

import { Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';

import type { ShopTemplate, TemplateFault } from '#core/relink/shop-template.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/dialog.tsx';
import { FailureBox } from '#web/ui/lazy-part.tsx';

import type { ShopTemplates } from './shop-templates.ts';

type ShopTemplatesFormProps = {
  readonly templates: ShopTemplates;
  /** Called when a field gets its first sign, and when all are empty again. */
  readonly onDirty?: (isDirty: boolean) => void;
};

const nothing: ShopTemplate = { shop: '', template: '' };
/** The sign in a template for the address of a page. */
const place = '{url}';

/** Lists the templates of shops, removes them, and takes another one. */
export function ShopTemplatesForm({ templates, onDirty }: ShopTemplatesFormProps) {
  const [written, setWritten] = useState(nothing);
  const [fault, setFault] = useState<TemplateFault | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const faultId = useId();
  const isDirty = written.shop + written.template !== '';
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty]);

  const focusField = (at: number) => form.current?.querySelectorAll('input')[at]?.focus();

  function write(change: Partial<ShopTemplate>): void {
    setWritten({ ...written, ...change });
    setFault(null);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = templates.add(written);
    setFault(found);
    if (found === null) setWritten(nothing);
    focusField(found === null || found === 'no-shop' ? 0 : 1);
  }

  return (
    <form className="shop-templates" noValidate onSubmit={submit} ref={form}>
      <p>
        {t(
          'All links to a shop can become yours. Write {place} where the address of the page belongs. This browser keeps it.',
          { place },
        )}
      </p>
      <TemplateList templates={templates} onRemoved={() => focusField(0)} />
      <FailureBox message={fault === null ? null : t(faults[fault], { place })} id={faultId} />
      <div className="shop-fields">
        <TextField
          {...address}
          label={t('Shop')}
          placeholder="https://shop.example"
          errorId={fault === 'no-shop' ? faultId : undefined}
          value={written.shop}
          onChange={({ target }) => write({ shop: target.value })}
        />
        <TextField
          {...address}
          label={t('Your link')}
          placeholder={`https://go.example/?to=${place}`}
          errorId={fault === null || fault === 'no-shop' ? undefined : faultId}
          value={written.template}
          onChange={({ target }) => write({ template: target.value })}
        />
        <Button type="submit">{t('Use for this shop')}</Button>
      </div>
    </form>
  );
}

const address = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const;

type TemplateListProps = { readonly templates: ShopTemplates; readonly onRemoved: () => void };

function TemplateList({ templates, onRemoved }: TemplateListProps) {
  const kept = useStore(templates);
  return kept.length === 0 ? null : (
    <ul className="shop-list">
      {kept.map(({ shop, template }) => (
        <li key={shop}>
          <bdi className="shop-name">{shop}</bdi>
          <bdi className="relink-address">{template}</bdi>
          <Button
            look="icon"
            icon={Trash2}
            aria-label={t('Remove the template of {shop}', { shop })}
            onClick={() => {
              templates.remove(shop);
              onRemoved();
            }}
          />
        </li>
      ))}
    </ul>
  );
}

const faults = {
  'no-shop': 'Write the shop as in its addresses, such as shop.example.',
  'no-address': 'Write your link as one address that begins with https:// and has no blanks.',
  'no-place': 'Write {place} exactly once, somewhere behind the host of your link.',
} as const satisfies Record<TemplateFault, EnglishText>;
