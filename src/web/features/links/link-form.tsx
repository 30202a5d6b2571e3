import { ChevronDown, ChevronRight } from 'lucide-react';
import {
  useEffect,
  useId,
  useMemo,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
} from 'react';

import { pageMessages } from '#core/errors/page-messages.ts';
import { splitDescription } from '#core/links/description.ts';
import { fieldReaders } from '#core/links/check-link-fields.ts';
import { hasSameFields, linkFieldNames, makeFields, type Link, type LinkFields } from '#core/links/link.ts';
import {
  doubtOf,
  isWebAddress,
  trimAddress,
  unescapeAddress,
  type AddressDoubt,
} from '#core/links/web-address.ts';
import { hasCode, messageOf } from '#web/api/send.ts';
import { broadcastRefresh } from '#web/lib/events.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, translated } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { newId } from '#web/lib/new-id.ts';
import { linkDraft } from '#web/lib/storage.ts';
import { useStore } from '#web/lib/store.ts';
import type { LinkSaving } from '#web/links-client/list/link-saving.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { SaveOutcome } from '#web/links-client/outbox/entries.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, TextField } from '#web/ui/dialog.tsx';
import { FailureBox } from '#web/ui/lazy-part.tsx';

import {
  faultIn,
  formFieldsOf,
  hasSameTexts,
  keepDraft,
  linkFieldsOf,
  readDraft,
  type FormDraft,
  type FormFields,
} from './form-fields.ts';
import { ConflictDialog, fieldLabels } from './unsent-decisions.tsx';

type LinkFormProps = {
  readonly controller: LinksController;
  /** The link to edit; null adds a new one. */
  readonly link: Link | null;
  readonly prefill?: LinkFields | undefined;
  readonly onClose: () => void;
  /** Returns an element that shows where the link is used. `isDirty`: the fields have changes. */
  readonly use: (isDirty: boolean) => ReactNode;
  /** Called when several lines or URLs were pasted into the field for one URL. */
  readonly onManyPasted: (text: string) => void;
};

const noFields = { url: '', description: '' };

export function LinkForm(props: LinkFormProps) {
  const { prefill } = props;
  const [draft, setDraft] = useState(() => readDraft(props.link));
  // A link that was changed elsewhere meanwhile is compared with the one that the draft is about.
  const link = draft?.edited ?? props.link;
  const saved = link ?? noFields;
  const [fields, setFields] = useState(() =>
    draft === null || prefill !== undefined ? formFieldsOf(prefill ?? saved) : textsOf(draft),
  );
  // A form that starts with other fields does not replace the draft.
  const keepsDraft = prefill === undefined || draft === null;
  const isDirty = !hasSameTexts(fields, formFieldsOf(saved));
  const discard = () => {
    if (keepsDraft) forgetDraft(link);
    props.onClose();
  };
  const saving = useSaving({ ...props, link, onClose: discard }, draft);
  const { failure, isBusy, tried } = saving;
  const typed = isDirty ? { ...fields, tried, edited: link ?? undefined } : null;
  const close = () => {
    if (keepsDraft && !isBusy) {
      forgetDraft(link);
      keepDraft(link, typed);
    }
    props.onClose();
  };
  // The outbox keeps what is being saved.
  useKeptDraft(
    keepsDraft && link === null,
    isBusy || hasSameTexts(fields, formFieldsOf(prefill ?? saved)) ? null : typed,
  );

  if (saving.versions !== null)
    return (
      <ConflictDialog controller={props.controller} {...saving.versions} deleted={null} onClose={discard} />
    );
  return (
    <Dialog title={t(link === null ? 'Add Link' : 'Edit Link')} onClose={close} lightDismiss={!isDirty}>
      <form
        className="link-form"
        noValidate
        onSubmit={(event) => void saving.submit(event, checkFormFields(fields, saved))}
      >
        {draft !== null && prefill === undefined && isDirty ? (
          <DraftNote
            onDiscard={() => {
              forgetDraft(link);
              setDraft(null);
              setFields(formFieldsOf(props.link ?? noFields));
            }}
          />
        ) : null}
        <Fields {...props} {...{ link, fields, failure }} onChange={setFields} />
        {props.use(isDirty)}
        <FormActions isNew={link === null} isBusy={isBusy} onCancel={discard} />
      </form>
    </Dialog>
  );
}

type FormActionsProps = {
  readonly isNew: boolean;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
};

function FormActions({ isNew, isBusy, onCancel }: FormActionsProps) {
  const busyLabel = t(isNew ? 'Adding...' : 'Saving...');
  return (
    <div className="dialog-actions">
      <Button onClick={onCancel}>{t('Cancel')}</Button>
      <Button look="primary" type="submit" off={isBusy}>
        {isBusy ? busyLabel : t(isNew ? 'Add Link' : 'Save Changes')}
      </Button>
    </div>
  );
}

function textsOf({ url, description, tags, anchor }: FormFields): FormFields {
  return { url, description, tags, anchor };
}

function forgetDraft(link: Link | null): void {
  if (link === null) linkDraft.forget();
  keepDraft(link, null);
}

/** Keeps a new link over a reload of this tab. */
function useKeptDraft(isOn: boolean, draft: FormDraft | null): void {
  const kept = draft && JSON.stringify(draft);
  useEffect(() => {
    if (!isOn) return;
    if (kept === null) linkDraft.forget();
    else linkDraft.write(kept);
  }, [isOn, kept]);
}

function DraftNote({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <p className="draft-note">
      {t('This is your draft. It is not saved yet.')}{' '}
      <Button look="plain" onClick={onDiscard}>
        {t('Discard draft')}
      </Button>
    </p>
  );
}

type FieldsProps = Omit<LinkFormProps, 'onClose' | 'use'> & {
  readonly fields: FormFields;
  readonly failure: Failure | null;
  readonly onChange: (fields: FormFields) => void;
};

function Fields({ fields, failure, onChange, ...props }: FieldsProps) {
  const failureId = useId();
  const [isMore, setMore] = useState(fields.tags + fields.anchor !== '');
  const { anchor } = splitDescription(fields.description);
  const field = (name: keyof FormFields, label: EnglishText) => ({
    name,
    label: translated(label),
    autoComplete: 'off',
    errorId: failure?.field === name ? failureId : undefined,
    value: fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ ...fields, [name]: event.target.value }),
  });
  return (
    <>
      <FailureBox message={failure?.message ?? null} id={failureId} />
      <UrlField
        {...props}
        field={{ ...field('url', fieldLabels.url), required: true }}
        onCorrect={(url) => onChange({ ...fields, url })}
      />
      <TextField
        {...field('description', fieldLabels.description)}
        required
        dir="auto"
        placeholder={t('A chef’s knife that stays sharp')}
        note={anchor === null ? null : t('Anchor text: “{anchor}”', { anchor })}
      />
      <Button
        look="plain"
        className="more-fields"
        aria-expanded={isMore}
        onClick={() => setMore(!isMore)}
        icon={isMore ? ChevronDown : ChevronRight}
      >
        {t('More')}
      </Button>
      {isMore ? (
        <>
          <TextField
            {...field('tags', 'Tags')}
            dir="auto"
            note={t('Optional: to find and select links by, such as kitchen, gift')}
          />
          <TextField
            {...field('anchor', 'Anchor text')}
            dir="auto"
            note={t('Optional: the words that carry the link')}
          />
        </>
      ) : null}
    </>
  );
}

type UrlFieldProps = Pick<LinkFormProps, 'controller' | 'link' | 'onManyPasted'> & {
  readonly field: ComponentProps<typeof TextField> & { readonly value: string };
  readonly onCorrect: (url: string) => void;
};

function UrlField({ controller, link, onManyPasted, field, onCorrect }: UrlFieldProps) {
  const url = trimAddress(field.value);
  const links = useStore(controller.links);
  const same = useMemo(
    () => links.find((other) => other.url === url && other.id !== link?.id) ?? null,
    [links, url, link],
  );

  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain');
    if (link !== null || !holdsSeveralLinks(text)) return;
    event.preventDefault();
    onManyPasted(text);
  }

  return (
    <TextField
      {...field}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="https://"
      note={same === null ? doubtNote(url, onCorrect) : sameNote(same)}
      onPaste={paste}
    />
  );
}

function sameNote({ description }: Link): string {
  return description.trim() === ''
    ? t('You’ve already saved this URL.')
    : t('You’ve already saved this URL: {description}', { description });
}

const notClickableMessage =
  'Only URLs that start with https:// or http:// are clickable. This one is kept as it is.';

const doubtMessages = {
  several: 'This looks like several URLs. A link has only one.',
  scheme: notClickableMessage,
  plain: notClickableMessage,
  blank: 'This URL contains a space. It may have been broken into lines.',
  escaped: 'This URL contains &amp;, as if copied from HTML source.',
} as const satisfies Record<AddressDoubt, EnglishText>;

/** Says what may be wrong with an address. Null: nothing, or the user has not finished its start. */
function doubtNote(url: string, onCorrect: (url: string) => void): ReactNode {
  const isBegun = ['https://', 'http://'].some((start) => start.startsWith(url.toLowerCase()));
  const doubt = isBegun ? null : doubtOf(url);
  if (doubt === null) return null;
  if (doubt !== 'escaped') return t(doubtMessages[doubt]);
  return (
    <>
      {t(doubtMessages[doubt])}{' '}
      <Button look="plain" onClick={() => onCorrect(unescapeAddress(url))}>
        {t('Use & instead')}
      </Button>
    </>
  );
}

type Failure = { readonly field: keyof FormFields | null; readonly message: string };

type SavingProps = Pick<LinkFormProps, 'controller' | 'link' | 'prefill' | 'onClose'>;

/** Saves the form. Returns what went wrong and in which field. A second submit is ignored while one runs. */
function useSaving({ controller, link, prefill, onClose }: SavingProps, draft: FormDraft | null) {
  const [failure, setFailure] = useState<Failure | null>(null);
  /** Both versions of a link that was changed elsewhere in the meantime. */
  const [versions, setVersions] = useState<{ readonly edited: Link; readonly theirs: Link } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [tried, setTried] = useState(prefill === undefined ? draft?.tried : undefined);

  async function submit(event: FormEvent<HTMLFormElement>, fields: LinkFields | Failure): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    if ('message' in fields) {
      setFailure(fields);
      form.querySelector<HTMLInputElement>(`[name=${fields.field}]`)?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    const { saving } = controller;
    // The tries of one URL have one id, also after a reload, so that a new link is saved once.
    const id = tried?.url === fields.url ? tried.id : newId();
    setTried({ ...fields, id });
    const saved = link === null ? add(saving, fields, id, tried) : saving.change(link, fields);
    const outcome = await saved.catch((thrown: unknown) => ({ kind: 'failed' as const, failure: thrown }));
    setBusy(false);
    if (outcome.kind === 'failed') {
      if (link === null) logFailure('The link could not be created.', outcome.failure);
      const message = messageOfSaveFailure(outcome.failure, link === null);
      setFailure({ field: null, message: translated(message) });
    } else if (outcome.kind === 'conflict' && link !== null && form.isConnected) {
      setVersions({ edited: { ...link, ...fields }, theirs: outcome.theirs });
    } else {
      const saidIfSaved = t(link === null ? 'Link added' : 'Link saved');
      announce(outcome.kind === 'saved' ? saidIfSaved : t('Kept in this browser, not saved yet.'));
      // If this form was cancelled in the meantime, another form may be open now.
      if (form.isConnected) onClose();
    }
  }

  return { failure, versions, isBusy, submit, tried };
}

async function add(
  saving: LinkSaving,
  fields: LinkFields,
  id: string,
  tried: FormDraft['tried'],
): Promise<SaveOutcome> {
  const outcome = await saving.add(fields, id);
  const isAgain = id === tried?.id;
  const addAsNew = () => add(saving, fields, newId(), undefined);
  if (outcome.kind === 'failed' && isAgain && hasCode(outcome.failure, 'link-deleted')) return addAsNew();
  if (outcome.kind === 'failed' || outcome.kind === 'conflict') return outcome;
  broadcastRefresh(id);
  if (outcome.kind === 'kept' || !isAgain || hasSameFields(outcome.link, fields)) return outcome;
  // An earlier try has reached the server. Other fields than it sent are of another tab.
  return hasSameFields(outcome.link, tried) ? saving.change(outcome.link, fields) : addAsNew();
}

/** Returns the fields of the form as they are saved, or the first field that cannot be saved. */
function checkFormFields(entered: FormFields, saved: LinkFields): LinkFields | Failure {
  const fields = checkLinkForm(linkFieldsOf(entered, saved));
  const fault = 'message' in fields ? null : faultIn(entered);
  return fault === null ? fields : { field: fault, message: t(faultMessages[fault]) };
}

const faultMessages = {
  tags: 'A tag begins with a letter, and a link has at most 20 tags.',
  anchor: 'Anchor text has 2 to 8 words, without quotation marks or brackets.',
} as const satisfies Record<'tags' | 'anchor', EnglishText>;

/** Returns the fields without blanks around them, or the first field that cannot be saved. The URL is kept as it is. */
export function checkLinkForm(entered: LinkFields): LinkFields | Failure {
  const fields = makeFields((name) => (name === 'url' ? trimAddress(entered[name]) : entered[name].trim()));
  if (fields.url === '') return { field: 'url', message: t('Please provide a valid URL') };
  if (fields.description === '')
    return { field: 'description', message: t('Please provide a description for the link') };
  // The server would refuse such a field, too. Without a network, that would come late.
  for (const field of linkFieldNames)
    try {
      fieldReaders[field](fields[field]);
    } catch (failure) {
      return { field, message: translated(messageOf(failure)) };
    }
  return fields;
}

/** Returns the message for a failed save. It is a special one for a new link if the server cannot be reached. */
export function messageOfSaveFailure(failure: unknown, isNew: boolean): string {
  if (!(failure instanceof Error)) return pageMessages.unexpected;
  return isNew && hasCode(failure, 'network-failed') ? pageMessages['link-create-failed'] : failure.message;
}

/** Returns whether a pasted text is more than one address: several lines, several URLs, or a link of HTML. */
export function holdsSeveralLinks(text: string): boolean {
  const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== '');
  return (
    lines.length > 1 || /<a\s[^<>]*href/iu.test(text) || text.split(/\s+/u).filter(isWebAddress).length > 1
  );
}
