import {
  Fragment,
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
import * as z from 'zod/mini';

import { linkFieldsSchema } from '#contract/links.ts';
import { pageMessages } from '#core/errors/page-messages.ts';
import { splitDescription } from '#core/links/description.ts';
import { fieldReaders } from '#core/links/check-link-fields.ts';
import { hasSameFields, linkFieldNames, makeFields, type Link, type LinkFields } from '#core/links/link.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { hasCode, messageOf } from '#web/api/send.ts';
import { broadcastRefresh } from '#web/lib/events.ts';
import { t, translated } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { newId } from '#web/lib/new-id.ts';
import { linkDraft, parseStored } from '#web/lib/storage.ts';
import { useStore } from '#web/lib/store.ts';
import type { LinkSaving } from '#web/links-client/list/link-saving.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { SaveOutcome } from '#web/links-client/outbox/entries.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, TextField } from '#web/ui/dialog.tsx';
import { FailureBox } from '#web/ui/lazy-part.tsx';

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

/** The fields of a new link, and what the last try to save it has sent. */
const draftSchema = z.extend(linkFieldsSchema, {
  tried: z.optional(z.extend(linkFieldsSchema, { id: z.string() })),
});

export function LinkForm(props: LinkFormProps) {
  const { controller, link, prefill } = props;
  const saved = makeFields((name) => link?.[name] ?? '');
  const [draft] = useState(() => (link === null ? parseStored(linkDraft.read(), draftSchema) : null));
  const [fields, setFields] = useState(prefill ?? draft ?? saved);
  // A form that starts with other fields does not replace the draft.
  const keepsDraft = link === null && (prefill === undefined || draft === null);
  const onClose = () => {
    if (keepsDraft) linkDraft.forget();
    props.onClose();
  };
  const { failure, versions, isBusy, submit, tried } = useSaving({ ...props, onClose }, draft);
  const failureId = useId();
  const [submitLabel, busyLabel] =
    link === null ? [t('Add Link'), t('Adding...')] : [t('Save Changes'), t('Saving...')];
  const isDirty = !hasSameFields(fields, saved);
  const { anchor } = splitDescription(fields.description);
  // The outbox keeps what is being saved.
  useKeptDraft(keepsDraft, isBusy || hasSameFields(fields, prefill ?? saved) ? null : { ...fields, tried });
  const field = (name: keyof LinkFields) => ({
    name,
    label: t(fieldLabels[name]),
    required: true,
    autoComplete: 'off',
    errorId: failure?.field === name ? failureId : undefined,
    value: fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setFields({ ...fields, [name]: event.target.value }),
  });
  const inputs: Readonly<Record<keyof LinkFields, ReactNode>> = {
    url: <UrlField {...props} field={field('url')} />,
    description: (
      <TextField
        {...field('description')}
        dir="auto"
        placeholder={t('A chef’s knife that stays sharp #kitchen')}
        note={anchor === null ? t(anchorHint) : t('Anchor: “{anchor}”', { anchor })}
      />
    ),
  };

  if (versions !== null)
    return <ConflictDialog controller={controller} {...versions} deleted={null} onClose={onClose} />;
  return (
    <Dialog title={t(link === null ? 'Add Link' : 'Edit Link')} onClose={onClose} isDirty={isDirty}>
      <form className="link-form" noValidate onSubmit={(event) => void submit(event, fields)}>
        <FailureBox message={failure?.message ?? null} id={failureId} />
        {linkFieldNames.map((name) => (
          <Fragment key={name}>{inputs[name]}</Fragment>
        ))}
        {props.use(isDirty)}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit" off={isBusy}>
            {isBusy ? busyLabel : submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type Draft = z.infer<typeof draftSchema>;

/** Keeps a new link over a reload of this tab. */
function useKeptDraft(isOn: boolean, draft: Draft | null): void {
  const kept = draft && JSON.stringify(draft);
  useEffect(() => {
    if (!isOn) return;
    if (kept === null) linkDraft.forget();
    else linkDraft.write(kept);
  }, [isOn, kept]);
}

const anchorHint =
  'To choose the words of the link, end with 2 to 8 of them in quotes: anchor: "a knife for life"';

type UrlFieldProps = LinkFormProps & {
  readonly field: ComponentProps<typeof TextField> & { readonly value: string };
};

function UrlField({ controller, link, onManyPasted, field }: UrlFieldProps) {
  const url = field.value.trim();
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
      note={noteOn(url, same)}
      onPaste={paste}
    />
  );
}

const notClickableMessage =
  'This address will be kept exactly as it is, but only addresses that start with https:// or http:// become clickable.';

function noteOn(url: string, same: Link | null): string | null {
  if (same !== null) {
    const { description } = same;
    return description.trim() === ''
      ? t('You have saved this URL already.')
      : t('You have saved this URL already: {description}', { description });
  }
  // Someone who is typing has not finished the start of the address.
  const isBegun = ['https://', 'http://'].some((start) => start.startsWith(url.toLowerCase()));
  return isBegun || isWebAddress(url) ? null : t(notClickableMessage);
}

type Failure = { readonly field: keyof LinkFields | null; readonly message: string };

/** Saves the form. Returns what went wrong and in which field. A second submit is ignored while one runs. */
function useSaving({ controller, link, prefill, onClose }: LinkFormProps, draft: Draft | null) {
  const [failure, setFailure] = useState<Failure | null>(null);
  /** Both versions of a link that was changed elsewhere in the meantime. */
  const [versions, setVersions] = useState<{ readonly edited: Link; readonly theirs: Link } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [tried, setTried] = useState(prefill === undefined ? draft?.tried : undefined);

  async function submit(event: FormEvent<HTMLFormElement>, entered: LinkFields): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const fields = checkLinkForm(entered);
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
      announce(outcome.kind === 'saved' ? saidIfSaved : t('Kept in this browser. It is not saved yet.'));
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
  tried: Draft['tried'],
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

/** Returns the fields without blanks around them, or the first field that cannot be saved. The URL is kept as it is. */
export function checkLinkForm(entered: LinkFields): LinkFields | Failure {
  const fields = makeFields((name) => entered[name].trim());
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

/** Returns whether a pasted text is more than one link: several lines, or several URLs. */
export function holdsSeveralLinks(text: string): boolean {
  const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== '');
  return lines.length > 1 || text.split(/\s+/u).filter(isWebAddress).length > 1;
}
