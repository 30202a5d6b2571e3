/** Numbers as people read them: 12,345. */
const numbers = new Intl.NumberFormat('en');

/** How many links are ticked. */
export function selectionWords(ticked: number): string {
  return ticked === 0 ? 'Tick the links to weave in' : `${countOf(ticked, 'link')} selected`;
}

/** How many rows there are, beside them. */
export function shownWords(shown: number, { hasMore, search }: ShownKind): string {
  if (search !== '')
    return hasMore ? `Newest ${numbers.format(shown)} found` : `${numbers.format(shown)} found`;
  return hasMore ? `Newest ${numbers.format(shown)} shown` : `All ${numbers.format(shown)} shown`;
}

/** The same for those who do not see the rows. */
export function spokenWords(shown: number, { hasMore, search }: ShownKind): string {
  if (search !== '' && shown === 0) return noMatchWords(search);
  const more = hasMore ? ', and there are more' : '';
  return `${countOf(shown, 'link')} ${search === '' ? 'shown' : 'found'}${more}`;
}

export function noMatchWords(search: string): string {
  return `No links match “${search}”.`;
}

/** What is kept on this device alone so far: changes that wait for the network, and some that wait for the user. */
export function countUnsavedWords(waiting: number, asking: number): string {
  const they = waiting === 1 ? 'it' : 'they';
  const sentences = [
    waiting === 0
      ? ''
      : `${countOf(waiting, 'change')} not saved yet: ${they} will be sent when the network is back.`,
    asking === 0 ? '' : `${countOf(asking, 'change')} not saved: please decide what to do.`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** Links of which the list knows no more than the id. */
export function missingWords(count: number): string {
  const they = count === 1 ? 'it is' : 'they are';
  return `${countOf(count, 'selected link')} cannot be shown: the server could not be reached, and ${they} not kept on this device.`;
}

export function countOf(count: number, noun: string): string {
  return `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

type ShownKind = { readonly hasMore: boolean; readonly search: string };
