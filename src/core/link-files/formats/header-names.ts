import { wordSet } from '#core/lib/helpers.ts';

/** What a column has, by its name. Of two columns of a kind, the one with the smaller rank is better. */
export type ColumnRole =
  | {
      readonly kind: 'address';
      readonly rank: number;
      /** Whether the name says that the cells are addresses: "Partner URL", but not "Partner". */
      readonly isSure: boolean;
    }
  | { readonly kind: 'text'; readonly rank: number }
  | { readonly kind: 'anchor' | 'tags' | 'picture' | 'other' };

/**
 * The words of names, in English, German, French, Spanish, Italian, Dutch, Polish, Portuguese, Japanese and Swedish,
 * without accents.
 */
const words = [
  [
    'picture',
    'image images img picture pictures photo photos thumbnail thumb logo icon favicon banner cover pixel ' +
      'impression bild bilder foto fotos vorschaubild vignette imagen imagenes miniatura immagine immagini ' +
      'afbeelding plaatje obraz obrazek zdjecie imagem imagens 画像 写真',
  ],
  [
    'other',
    'id ids nr number nummer numero date datum fecha data time created updated added modified price preis ' +
      'prix precio prezzo prijs cena preco pris currency amount category categories kategorie kategorien ' +
      'categorie categoria kategoria kategori type typ tipo status code kod codigo codice sku ean gtin isbn ' +
      'asin clicks klicks uniques views position stock availability rating redirect folder collection 価格 日付 ' +
      '日時 番号 カテゴリ カテゴリー 種類',
  ],
  ['tags', 'tag tags etiquettes etiquetas etichette tagi etykiety taggar タグ'],
  [
    'maker',
    'brand brands merchant advertiser program programme shop store vendor seller retailer campaign ' +
      'network manufacturer marke hersteller handler anbieter marque marchand boutique marca tienda negozio ' +
      'merk winkel marka sklep loja varumarke butik ブランド ショップ メーカー',
  ],
  ['anchor', 'anchor ankertext ancre ancla ancora kotwica ankare アンカー'],
  [
    'title',
    'title titles name names headline titel bezeichnung titre nom intitule libelle titulo nombre titolo ' +
      'nome naam tytul nazwa namn rubrik タイトル 名 名前 名称 題名',
  ],
  [
    'description',
    'description descriptions desc summary excerpt about beschreibung descripcion resumen descrizione ' +
      'beschrijving omschrijving opis descricao beskrivning 説明 概要',
  ],
  ['text', 'text texte texto testo tekst テキスト'],
  [
    'notes',
    'note notes remark remarks extended notiz notizen anmerkung anmerkungen bemerkung bemerkungen ' +
      'remarque remarques nota notas observaciones notitie notities notatka notatki uwagi observacoes ' +
      'anteckning anteckningar メモ 備考',
  ],
  [
    'keywords',
    'keyword keywords topic topics schlagwort schlagworter stichwort stichworter thema motcle motscles ' +
      'sujet palabraclave palabrasclave tema parolachiave parolechiave trefwoord trefwoorden slowakluczowe ' +
      'palavrachave palavraschave nyckelord キーワード',
  ],
  [
    'comments',
    'comment comments kommentar kommentare commentaire commentaires comentario comentarios commento ' +
      'commenti opmerking opmerkingen komentarz komentarze kommentarer コメント',
  ],
  [
    'product',
    'product products item items article articles label produkt produkte artikel produit produits ' +
      'producto productos articulo prodotto prodotti articolo artykul produto produtos artigo vara 商品 製品',
  ],
  [
    'affiliate',
    'affiliate affiliated affiliates partner partners tracking tracked click buy aw referral sponsored ' +
      'werbe affilie affiliation partenaire afiliado afiliados afiliacion affiliato affiliati affiliazione ' +
      'affiliatie partnerski afiliacyjny afiliacja afiliacao アフィリエイト パートナー 紹介',
  ],
  ['short', 'short custom vanity pretty cloaked slug alias kurz court corto breve kort krotki curto 短縮'],
  [
    'page',
    'website webpage landing landingpage homepage page site web webseite seite paginaweb sitioweb sitio ' +
      'pagina sito strona webbplats サイト ページ',
  ],
  ['deep', 'deeplink deeplinks deep'],
  [
    'target',
    'destination target long original full final expanded ziel cible destino objetivo largo destinazione ' +
      'originale bestemming doel oorspronkelijk docelowy docelowa oryginalny mal ursprunglig 元 遷移先',
  ],
  [
    'link',
    'url urls uri link links href address adresse adres lien liens enlace enlaces direccion vinculo ' +
      'collegamento indirizzo koppeling odnosnik endereco ligacao lank adress permalink hyperlink リンク アドレス',
  ],
] as const;

type WordKind = (typeof words)[number][0];

const kindsOfWords = new Map<string, Set<WordKind>>();
for (const [kind, list] of words)
  for (const word of wordSet(list)) {
    const plain = plainLetters(word);
    kindsOfWords.set(plain, (kindsOfWords.get(plain) ?? new Set()).add(kind));
  }
const longestWord = Math.max(...[...kindsOfWords.keys()].map((word) => word.length));

function plainLetters(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '');
}

/** The kinds of text, the best first. A name such as "Product comments" has the first of them that it names. */
const textKinds = ['title', 'product', 'description', 'notes', 'keywords', 'comments', 'maker'] as const;
const textKindsBySound = ['title', 'description', 'notes', 'keywords', 'comments', 'product'] as const;
/** What an address leads to, the best first. */
const addressRanks = { affiliate: 0, target: 1, link: 2, page: 3, short: 4 } as const;
/** Words that mean an address when they stand alone. */
const aloneAddresses = ['link', 'deep', 'target', 'page'] as const;

const longestName = 60;

/** Returns what a column with this name has. Null: the name says nothing. */
export function roleOf(name: string): ColumnRole | null {
  if (name.length > longestName) return null;
  const kinds = kindsIn(name);
  const has = (...wanted: readonly WordKind[]) => wanted.some((kind) => kinds.has(kind));
  if (kinds.size === 0) return null;
  if (has('picture')) return { kind: 'picture' };
  if (has('other')) return { kind: 'other' };
  if (has('tags')) return { kind: 'tags' };
  if (has('anchor') || (has('link') && has('text'))) return { kind: 'anchor' };
  const isText = has('title', 'description', 'text', 'notes', 'keywords', 'comments');
  if (isText || !has('affiliate', 'short', ...aloneAddresses)) {
    if (has('maker')) return { kind: 'text', rank: textKinds.indexOf('maker') };
    const kind = textKindsBySound.find((each) => kinds.has(each)) ?? 'description';
    return { kind: 'text', rank: textKinds.indexOf(kind) };
  }
  return { kind: 'address', rank: addressRank(has), isSure: has(...aloneAddresses) };
}

function addressRank(has: (...wanted: readonly WordKind[]) => boolean): number {
  if (has('affiliate')) return addressRanks.affiliate;
  if (has('short')) return addressRanks.short;
  if (has('page', 'maker', 'product')) return addressRanks.page;
  if (has('deep')) return addressRanks.affiliate;
  return has('target') ? addressRanks.target : addressRanks.link;
}

/** Whether a column with this rank earns the commission, so that no other column can be meant. */
export function isAffiliateRank(rank: number): boolean {
  return rank === addressRanks.affiliate;
}

/** Returns the kinds of all words in a name. Words may be written as one, such as "affiliateLink" or "商品名". */
function kindsIn(name: string): ReadonlySet<WordKind> {
  const kinds = new Set<WordKind>();
  const parts = name
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\p{M}]+/u)
    .map(plainLetters);
  // "Mots clés" is a word in one language and two in another.
  const joined = parts.join('');
  for (const kind of kindsOfWords.get(joined) ?? []) kinds.add(kind);
  for (const word of parts.flatMap(wordsOf)) for (const kind of kindsOfWords.get(word) ?? []) kinds.add(kind);
  return kinds;
}

/** Cuts letters into known words. If that fails, the last word may still be one for an address: "Amazonlink". */
function wordsOf(letters: string): readonly string[] {
  // For each length of a start of the letters, the words that make it up; the longest last word is preferred.
  const cuts: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= letters.length; end += 1)
    for (let start = Math.max(0, end - longestWord); start < end && cuts[end] === undefined; start += 1) {
      const word = letters.slice(start, end);
      const before = cuts[start];
      if (before !== undefined && kindsOfWords.has(word)) cuts[end] = [...before, word];
    }
  const whole = cuts[letters.length];
  if (whole !== undefined) return whole;
  const [ending = ''] = /(?:link|url|lank|adresse?|リンク)$/u.exec(letters) ?? [];
  return ending !== '' && letters.length - ending.length >= 3 ? [ending] : [];
}
