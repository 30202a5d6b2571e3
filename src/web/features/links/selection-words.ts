/** How many links are ticked, and how many of those are not among the listed ones. */
export function selectionWords(ticked: number, unseen: number): string {
  if (ticked === 0) return 'Tick the links to weave in';
  const words = ticked === 1 ? '1 link selected' : `${ticked} links selected`;
  return unseen === 0 ? words : `${words}, ${unseen} further down`;
}
