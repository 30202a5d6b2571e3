/** Writes numbers as people read them: 12,345. */
const numbers = new Intl.NumberFormat('en');

/** How many links are ticked. */
export function selectionMessage(ticked: number): string {
  return ticked === 0 ? 'Tick the links to weave in' : `${countOf(ticked, 'link')} selected`;
}

/** The number of rows, shown beside them. */
export function shownMessage(shown: number, { hasMore, search }: ShownKind): string {
  if (search !== '')
    return hasMore ? `Newest ${numbers.format(shown)} found` : `${numbers.format(shown)} found`;
  return hasMore ? `Newest ${numbers.format(shown)} shown` : `All ${numbers.format(shown)} shown`;
}

/** The number of rows, for a screen reader. */
export function spokenMessage(shown: number, { hasMore, search }: ShownKind): string {
  if (search !== '' && shown === 0) return noMatchMessage(search);
  const more = hasMore ? ', and there are more' : '';
  return `${countOf(shown, 'link')} ${search === '' ? 'shown' : 'found'}${more}`;
}

export function noMatchMessage(search: string): string {
  return `No links match “${search}”.`;
}

/** The number of changes that wait for the network, and of those that wait for the user. */
export function unsavedCountMessage(waiting: number, asking: number): string {
  const they = waiting === 1 ? 'it' : 'they';
  const sentences = [
    waiting === 0
      ? ''
      : `${countOf(waiting, 'change')} not saved yet: ${they} will be sent when the network is back.`,
    asking === 0 ? '' : `${countOf(asking, 'change')} not saved: please decide what to do.`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** For links of which only the id is known. */
export function missingMessage(count: number): string {
  const they = count === 1 ? 'it is' : 'they are';
  return `${countOf(count, 'selected link')} cannot be shown: the server could not be reached, and ${they} not kept on this device.`;
}

export function countOf(count: number, noun: string): string {
  return `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

type ShownKind = { readonly hasMore: boolean; readonly search: string };
