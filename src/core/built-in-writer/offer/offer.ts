/** What a description says beside the name of the thing; each is the words after the small word that its name stands for. */
export const partNames = [
  'for',
  'who',
  'object',
  'to',
  'against',
  'with',
  'plus',
  'about',
  'does',
  'is',
  'as',
  'note',
  'call',
] as const;

export type PartName = (typeof partNames)[number];

export type Parts = Partial<Record<PartName, string>>;

/** Which form of a word agrees with the thing: of two (one, many) and of four (the language's genders, then many). */
type Agreement = { readonly two: 0 | 1; readonly four: 0 | 1 | 2 | 3 };

/** A link's description, taken apart so that sentences can be made of it. */
export type Offer = {
  /** The words of the link: two to four. */
  readonly anchor: string;
  /** Article and further words in front of the anchor, with the space behind them, or nothing. */
  readonly before: string;
  /** Words behind the anchor that belong to the name, with the space in front of them, or nothing. */
  readonly behind: string;
  /** What follows the name in the description, as it stands there, with the space in front. */
  readonly rest: string;
  /** The parts that `rest` repeats. */
  readonly inRest: ReadonlySet<PartName>;
  readonly parts: Readonly<Parts>;
  /** The thing in one word, as it may turn up in the content. Empty where nothing is known. */
  readonly head: string;
  readonly agreement: Agreement;
  /** The words fit no sentence; they can only be shown as they are, after a colon. */
  readonly label: boolean;
  /** Words by which the passage is found, the most telling ones first. */
  readonly keywords: string;
};

/** An offer that is shown as it is. */
export function labelOffer(anchor: string, keywords: string, before = ''): Offer {
  return {
    anchor,
    before,
    behind: '',
    rest: '',
    inRest: new Set(),
    parts: {},
    head: '',
    agreement: { two: 0, four: 0 },
    label: true,
    keywords,
  };
}
