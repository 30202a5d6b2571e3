type ShownKind = { readonly hasMore: boolean; readonly search: string };

export function selectionMessage(ticked: number): string {
  return ticked === 0 ? 'Tick the links to weave in' : `${countOf(ticked, 'link')} selected`;
}

export function shownMessage(shown: number, { hasMore, search }: ShownKind): string {
  const count = shown.toLocaleString('en');
  if (search !== '') return hasMore ? `Newest ${count} found` : `${count} found`;
  return hasMore ? `Newest ${count} shown` : `All ${count} shown`;
}

/** Returns the number of rows, for a screen reader. */
export function spokenMessage(shown: number, { hasMore, search }: ShownKind): string {
  if (search !== '' && shown === 0) return noMatchMessage(search);
  const more = hasMore ? ', and there are more' : '';
  return `${countOf(shown, 'link')} ${search === '' ? 'shown' : 'found'}${more}`;
}

export function noMatchMessage(search: string): string {
  return `No links match “${search}”.`;
}

/** Returns the number of changes that wait for the network, and of those that wait for the user. */
export function unsavedCountMessage(waiting: number, asking: number): string {
  const they = waiting === 1 ? 'it' : 'they';
  const onWaiting = `${countOf(waiting, 'change')} not saved yet: ${they} will be sent when the network is back.`;
  const onAsking = `${countOf(asking, 'change')} not saved: please decide what to do.`;
  return [waiting === 0 ? [] : onWaiting, asking === 0 ? [] : onAsking].flat().join(' ');
}

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
