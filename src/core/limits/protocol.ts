/** How a model is asked to answer: with edits of numbered sentences, or with three whole texts. */
export const protocols = ['edits', 'rewrite'] as const;

export type Protocol = (typeof protocols)[number];
