import {
  germanProblemMessages,
  problemTemplates,
  problemWords,
} from '#core/errors/german-problem-messages.ts';

import { browserModel } from './browser-model.ts';
import { keyboard } from './keyboard.ts';
import { links } from './links.ts';
import { page } from './page.ts';
import { relink } from './relink.ts';
import { transfer } from './transfer.ts';
import { writing } from './writing.ts';

/** All German texts of the page, with the English texts as keys. They address the visitor formally. */
const texts = {
  ...browserModel,
  ...keyboard,
  ...links,
  ...page,
  ...relink,
  ...transfer,
  ...writing,
  ...germanProblemMessages,
};

/** A text of the page. The catalogue has each of them. */
export type EnglishText = keyof typeof texts;

/** The texts of a language. It finds them by the English texts. */
export type Catalogue = {
  /** A BCP 47 tag. */
  readonly language: string;
  /** Returns the text in this language; undefined if there is none. */
  find(english: string): string | undefined;
};

export const byEnglish: ReadonlyMap<string, string> = new Map<string, string>(Object.entries(texts));

const patterns = Object.entries(problemTemplates).map(([english, text]) => {
  const source = english
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/“\{\d\}”/gu, '“(.{1,200})”')
    .replaceAll(/\{\d\}/gu, '([\\w ,.]{1,60})');
  return { pattern: new RegExp(`^${source}$`, 'u'), text };
});

/** Returns the German text of a message of the server that contains numbers or words in quotation marks. */
function fromPattern(english: string): string | undefined {
  for (const { pattern, text } of patterns) {
    const groups = pattern.exec(english);
    if (groups !== null)
      return text.replaceAll(/(„?)\{(\d)\}/gu, (_, quote: string, at: string) => {
        const value = groups[Number(at)] ?? '';
        return quote + (quote === '' ? inGerman(value) : value);
      });
  }
  return undefined;
}

/** Returns numbers with their units, such as "1,000 links", in German. */
function inGerman(value: string): string {
  return value
    .replaceAll(/[.,]/gu, (sign) => (sign === ',' ? '.' : ','))
    .replaceAll(/[a-z]+(?: [a-z]+)*/gu, (words) => problemWords[words] ?? words);
}

export const german: Catalogue = {
  language: 'de',
  find: (english) => byEnglish.get(english) ?? fromPattern(english),
};
