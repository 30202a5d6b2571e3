import { useEffect, useRef, useState, type FormEvent } from 'react';

import { pageMessages } from '#core/errors/page-messages.ts';
import type { Link, LinkFields } from '#core/links/link.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { ApiError } from '#web/api/send.ts';
import { broadcastRefresh } from '#web/lib/events.ts';
import { announce } from '#web/ui/announcer.tsx';
import { logFailure } from '#web/lib/log.ts';
import { newId } from '#web/lib/new-id.ts';

import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { SaveOutcome } from '#web/links-client/outbox/outbox-entry.ts';

export type FormField = 'url' | 'description';
export type FormCheck =
  | { readonly valid: true; readonly fields: LinkFields }
  | { readonly valid: false; readonly field: FormField; readonly message: string };

type Failure = { readonly field: FormField | null; readonly message: string };
/** Both versions of a link that was changed elsewhere meanwhile. */
type Versions = { readonly mine: Link; readonly theirs: Link };

type Saving = {
  readonly failure: Failure | null;
  readonly versions: Versions | null;
  readonly isBusy: boolean;
  submit(event: FormEvent<HTMLFormElement>, entered: LinkFields): Promise<void>;
};

/** Saves the form. Returns what went wrong and in which field. A second submit is ignored while one runs. */
export function useSaving(controller: LinksController, link: Link | null, onClose: () => void): Saving {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [versions, setVersions] = useState<Versions | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = useSave(controller, link);
  const isSaving = useRef(false);
  const isOpen = useIsOpen();

  function take(outcome: SaveOutcome, fields: LinkFields): void {
    if (outcome.kind === 'failed') {
      if (link === null) logFailure('The link could not be created.', outcome.failure);
      setFailure({ field: null, message: messageOfSaveFailure(outcome.failure, link === null) });
    } else if (outcome.kind === 'conflict' && link !== null && isOpen.current) {
      setVersions({ mine: { ...link, ...fields }, theirs: outcome.theirs });
    } else {
      announce(messageOfOutcome(outcome, link === null));
      // If it was cancelled meanwhile, another form may be open now.
      if (isOpen.current) onClose();
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>, entered: LinkFields): Promise<void> {
    event.preventDefault();
    if (isSaving.current) return;
    const check = checkLinkForm(entered);
    if (!check.valid) {
      setFailure(check);
      const input = event.currentTarget.elements.namedItem(check.field);
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    isSaving.current = true;
    setBusy(true);
    setFailure(null);
    take(await save(check.fields), check.fields);
    isSaving.current = false;
    setBusy(false);
  }

  return { failure, versions, isBusy, submit };
}

/** Returns a function that saves the fields. Repeated tries save a new link once. */
function useSave(
  controller: LinksController,
  link: Link | null,
): (fields: LinkFields) => Promise<SaveOutcome> {
  const [id] = useState(() => newId());

  async function add(fields: LinkFields): Promise<SaveOutcome> {
    const outcome = await controller.add(fields, id);
    if (outcome.kind === 'failed' || outcome.kind === 'conflict') return outcome;
    broadcastRefresh(id);
    if (outcome.kind === 'kept') return outcome;
    // An earlier try may have reached the server, with the fields of that time.
    const { url, description } = outcome.link;
    const isAsWanted = url === fields.url && description === fields.description;
    return isAsWanted ? outcome : controller.change(outcome.link, fields);
  }

  return async (fields) => {
    try {
      return await (link === null ? add(fields) : controller.change(link, fields));
    } catch (failure) {
      return { kind: 'failed', failure };
    }
  };
}

function useIsOpen() {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

function messageOfOutcome(outcome: SaveOutcome, isNew: boolean): string {
  if (outcome.kind !== 'saved') return 'Kept in this browser. It is not saved yet.';
  return isNew ? 'Link added' : 'Link saved';
}

/** Checks the fields. The URL is kept as it is, without blanks around it. */
export function checkLinkForm(entered: LinkFields): FormCheck {
  const url = entered.url.trim();
  const description = entered.description.trim();
  if (url === '') return { valid: false, field: 'url', message: 'Please provide a valid URL' };
  if (description !== '') return { valid: true, fields: { url, description } };
  return { valid: false, field: 'description', message: 'Please provide a description for the link' };
}

/** The message for a failed save. For a new link and a server that cannot be reached, there is a special one. */
export function messageOfSaveFailure(failure: unknown, isNew: boolean): string {
  if (!(failure instanceof Error)) return pageMessages.unexpected;
  const isOutOfReach = failure instanceof ApiError && failure.code === 'network-failed';
  return isNew && isOutOfReach ? pageMessages['link-create-failed'] : failure.message;
}

/** Whether a pasted text is more than one link: several lines, or several URLs. */
export function holdsSeveralLinks(text: string): boolean {
  const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== '');
  return lines.length > 1 || text.split(/\s+/u).filter(isWebAddress).length > 1;
}
