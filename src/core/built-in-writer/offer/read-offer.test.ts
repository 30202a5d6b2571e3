import { describe, expect, test } from 'vitest';

import type { Language } from '#core/language/language.ts';

import type { Offer } from './offer.ts';
import { readOffer } from './read-offer.ts';

function read(description: string, language: Language = 'en', url = 'https://shop.example/x'): Offer {
  return readOffer({ url, description }, language);
}

function shown({ before, anchor, behind, rest }: Offer): string {
  return `${before}[${anchor}]${behind}${rest}`;
}

describe('an English description', () => {
  test.each([
    [
      'Digital kitchen scale that weighs to the gram, ideal for baking',
      'a [digital kitchen scale] that weighs to the gram',
    ],
    [
      '60% dark couverture chocolate in a 1 kg baking bag',
      '[60% dark couverture chocolate] in a 1 kg baking bag',
    ],
    [
      '41 inch 5-in-1 collapsible reflector with carry bag',
      'a 41 inch [5-in-1 collapsible reflector] with a carry bag',
    ],
    ['Nine week couch to 5K plan with audio coaching', 'a nine week [couch to 5K plan] with audio coaching'],
    ['Anathem by Neal Stephenson, paperback', '[Anathem by Neal Stephenson]'],
    ['The Complete Guide to Sourdough', 'The [Complete Guide to Sourdough]'],
    ['Two free months of audiobooks for new members', '[two free months] of audiobooks for new members'],
    ['Two pack of hardware security keys with USB-C', 'a two pack of [hardware security keys] with USB-C'],
    [
      'Second edition of the reference book on networks',
      'the second edition of the [reference book] on networks',
    ],
    [
      'Online course: basic maintenance for beginners',
      'an [online course] on basic maintenance for beginners',
    ],
    ['Book on digital privacy for everyday users', 'a [book on digital privacy] for everyday users'],
    ['My favorite standing desk', 'a [standing desk]'],
    ['VPN subscription', 'a [VPN subscription]'],
    ['BEST COFFEE GRINDER EVER!!!', 'the [best coffee grinder ever]'],
    ['Adjustable dress form ✂️', 'an [adjustable dress form]'],
    ['Books', '[these books]'],
    ['Kettle', '[this kettle]'],
    ['Shopify', '[the Shopify page]'],
    ['Water bottle keeps drinks cold', 'a [water bottle] that keeps drinks cold'],
    ['How to train your puppy', 'how to [train your puppy]'],
    ['This is the best kettle I know', '[this recommendation]'],
    ['Gloves (2 pairs)', '[these gloves]'],
  ])('%j is shown as %j', (description, expected) => {
    expect(shown(read(description))).toBe(expected);
  });

  test('is taken apart into what the thing is for, does, has and is', () => {
    const offer = read('Neck pillow for long flights with cover, packs to the size of a fist, set of 2');
    expect(offer.parts).toEqual({
      for: 'long flights',
      with: 'a cover',
      does: 'packs to the size of a fist',
      as: 'as a set of 2',
    });
  });

  test('of many things makes verbs agree', () => {
    expect(read('Silicone ear hooks, keeps earbuds in place').parts.does).toBe('keep earbuds in place');
  });

  test('gives the reader in place of the purpose where it names people', () => {
    expect(read('Sewing machine for beginners').parts).toEqual({ who: 'beginners' });
  });

  test('joins a list that commas part', () => {
    expect(read('Garden kit with pump, timer and net pots').parts.with).toBe('a pump, timer and net pots');
  });
});

describe('a German description', () => {
  test.each([
    [
      'Digitale Küchenwaage, die aufs Gramm genau wiegt',
      'eine [digitale Küchenwaage], die aufs Gramm genau wiegt',
    ],
    ['Gusseiserner Topf mit Deckel', 'ein [gusseiserner Topf] mit Deckel'],
    ['Externes Laufwerk für Fotos', 'ein [externes Laufwerk] für Fotos'],
    ['Gärkorb aus Peddigrohr', 'ein [Gärkorb aus Peddigrohr]'],
    ['Biologisch abbaubares Kettenöl, 100 ml', '[biologisch abbaubares Kettenöl]'],
    ['Leichte Laufschuhe für lange Strecken', '[leichte Laufschuhe] für lange Strecken'],
    ['Die besten Kopfhörer unter 100 Euro', 'die [besten Kopfhörer] unter 100 Euro'],
    ['Küchenwaage', '[diese Küchenwaage]'],
    ['Quirlix', '[Angebot Quirlix]'],
  ])('%j is shown as %j', (description, expected) => {
    expect(shown(read(description, 'de'))).toBe(expected);
  });

  test('of unknown gender is only shown, not bent', () => {
    expect(read('Quirlix Sprudelant mit Deckel', 'de').label).toBe(true);
  });
});

describe('a Spanish description', () => {
  test.each([
    ['Báscula digital de cocina que pesa al gramo', 'una [báscula digital de cocina] que pesa al gramo'],
    ['Mochila ligera de 30 litros con funda', 'una [mochila ligera] de 30 litros con funda'],
    ['Calcetines de lana merina que evitan ampollas', '[calcetines de lana merina] que evitan ampollas'],
    ['Libro sobre huertos en balcones', 'un [libro sobre huertos] en balcones'],
    ['Los mejores auriculares por menos de 100 euros', 'los [mejores auriculares] por menos de 100 euros'],
    ['Programa', '[este programa]'],
  ])('%j is shown as %j', (description, expected) => {
    expect(shown(read(description, 'es'))).toBe(expected);
  });
});

describe('a description that fits into no sentence', () => {
  test('in another language is shown as it is', () => {
    const offer = read('Digitale Küchenwaage mit Timer und Deckel für die Küche');
    expect(offer.label).toBe(true);
    expect(offer.anchor).toBe('Digitale Küchenwaage mit Timer');
  });

  test('that is empty takes its words from the address', () => {
    expect(read('', 'en', 'https://a.example/kitchen/digital-kitchen-scale.html?x=1').anchor).toBe(
      'digital kitchen scale',
    );
  });

  test.each([
    ['en', 'this recommendation'],
    ['de', 'diese Empfehlung'],
    ['es', 'esta recomendación'],
  ] as const)('with an address that says nothing is a recommendation in %s', (language, expected) => {
    expect(read('🎁', language, 'https://a.example/?id=1').anchor).toBe(expected);
  });
});
