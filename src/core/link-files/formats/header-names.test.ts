import { expect, test } from 'vitest';

import { roleOf } from './header-names.ts';

const affiliate = { kind: 'address', rank: 0 };
const target = { kind: 'address', rank: 1 };
const link = { kind: 'address', rank: 2 };
const page = { kind: 'address', rank: 3 };
const short = { kind: 'address', rank: 4 };
const title = { kind: 'text', rank: 0 };
const description = { kind: 'text', rank: 2 };
const picture = { kind: 'picture' };

test.each([
  [
    affiliate,
    [
      'Affiliate URL',
      'affiliate_link',
      'AffiliateLink',
      'AFFILIATEURL',
      'Partner URL',
      'Buy URL',
      'Click URL',
    ],
  ],
  [
    affiliate,
    ['aw_deep_link', 'Deeplink', 'Deep Link', 'TrackingLink', 'Affiliate product link', 'Werbelink'],
  ],
  [
    affiliate,
    ['Lien affilié', 'Lien d’affiliation', 'Enlace de afiliado', 'Link di affiliazione', 'Affiliatelink'],
  ],
  [
    affiliate,
    ['Link partnerski', 'Link de afiliado', 'アフィリエイトリンク', 'Affiliatelänk', 'Partnerlink'],
  ],
  [target, ['Destination', 'Target URL', 'Long URL', 'long_url', 'Original link', 'Ziel-URL', 'URL cible']],
  [target, ['URL de destino', 'URL di destinazione', 'Doel-URL', 'Adres docelowy', 'Mål-URL']],
  [
    link,
    [
      'URL',
      'Link',
      'href',
      'Links',
      'Address',
      'Adresse',
      'Lien',
      'Enlace',
      'Collegamento',
      'Odnośnik',
      'リンク',
      'Länk',
    ],
  ],
  [link, ['Amazon Link', 'Amazonlink', 'Primary URL']],
  [
    page,
    ['Product URL', 'product_link', 'Website', 'Landing Page URL', 'Merchant URL', 'PROGRAMURL', '商品URL'],
  ],
  [page, ['merchant_deep_link', 'Webseite', 'Site web', 'Sitio web', 'Sito', 'Strona', 'Webbplats']],
  [short, ['Short link', 'Custom link', 'Kurzlink', 'Short URL']],
  [
    title,
    [
      'Name',
      'Title',
      'Link name',
      'Product name',
      'Titel',
      'Titre',
      'Nom',
      'Título',
      'Titolo',
      'Nome',
      'Naam',
    ],
  ],
  [title, ['Tytuł', 'Nazwa', 'タイトル', '商品名', 'Produktname', 'Namn', 'Site name']],
  [
    description,
    [
      'Description',
      'Beschreibung',
      'Descripción',
      'Descrizione',
      'Beschrijving',
      'Opis',
      'Descrição',
      '説明',
    ],
  ],
  [
    picture,
    [
      'Image',
      'Image URL',
      'IMAGEURL',
      'Bild-URL',
      'Immagine',
      'Imagen',
      'Afbeelding',
      'Zdjęcie',
      'Imagem',
      '画像URL',
    ],
  ],
  [picture, ['Impression URL', 'Tracking pixel', 'Logo']],
  [
    { kind: 'other' },
    ['Link ID', 'Click date', 'Clicks', 'Price', 'Código', 'Category name', 'Created at', '価格'],
  ],
  [{ kind: 'anchor' }, ['Anchor', 'Anchor text', 'Link text', 'Linktext', 'Ankertext']],
  [{ kind: 'tags' }, ['Tags', 'link_tags', 'Etiquetas', 'タグ']],
  [null, ['curly', 'Amazon', 'x'.repeat(100), '', '12']],
] as const)('the role %j has the names %j', (role, names) => {
  expect(names.map(roleOf)).toEqual(
    names.map(() => (role === null ? null : expect.objectContaining({ ...role }))),
  );
});

test('the ranks of texts are title, product, description, notes, keywords, comments and maker', () => {
  const names = ['Title', 'Product', 'Description', 'Notes', 'Keywords', 'Comments', 'Brand'];
  expect(names.map(roleOf)).toEqual(names.map((_, rank) => ({ kind: 'text', rank })));
});

test('a word that may mean the address or its owner is not sure', () => {
  expect(roleOf('Partner')).toEqual({ kind: 'address', rank: 0, isSure: false });
  expect(roleOf('Partner URL')).toEqual({ kind: 'address', rank: 0, isSure: true });
});
