import { expect, test } from 'vitest';

import { isDisclosure } from './disclosures.ts';
import { parseDocument } from './document.ts';
import { numberSentences } from './numbered-sentences.ts';

const disclosures = `
This post contains affiliate links.
This article may contain affiliate links, which means I earn a little.
*Some of the links in this guide are [affiliate links](/disclosure).*
The links marked with an asterisk (*) are affiliate links.
Links on this page may be affiliate links.
If you buy the steel kettle, I earn a commission.
We may receive a small commission when you shop through our links, at no extra cost to you.
Purchases through these links earn us a commission.
When you buy through links on our site, Potlab may earn an affiliate commission.
I get paid if you order through my links.
We are compensated when readers buy from the shops that we link to.
As an Amazon Associate I earn from qualifying purchases.
Potlab is a participant in the Amazon Services LLC Associates Program.
This review is sponsored by Kern.
I use affiliate links on this blog.
Affiliate links are used in this post.
Ad: I get a commission if you buy through links in this post.
Ad
#ad
Advertisement
Sponsored post
Contains affiliate links
* Affiliate link
Paid partnership
Dieser Beitrag enthält Affiliate-Links.
<p><em>In diesem Artikel verwende ich Affiliate-Links.</em></p>
Die mit Sternchen (*) gekennzeichneten Links sind Affiliate-Links.
Bei einigen Links in diesem Beitrag handelt es sich um Werbelinks.
Wenn du über einen dieser Links kaufst, bekomme ich eine kleine Provision, ohne Mehrkosten für dich.
Für Käufe über meine Links erhalte ich eine Provision.
Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.
Potlab ist Teilnehmer des Partnerprogramms von Amazon EU.
Anzeige: Dieser Text entstand in Zusammenarbeit mit Kern.
Anzeige
**Werbung**
Enthält Werbung
* Affiliate-Link: Der Preis bleibt gleich.
*Affiliate-Link: Der Preis bleibt gleich.
Wer über einen dieser Links kauft, bezahlt mir eine Provision.
The shop pays me a commission if you buy through this link.
Werbung, unbezahlt
Werbung | Affiliate-Links
*Affiliate-Link
#Werbung
Cet article contient des liens affiliés.
Certains liens de cette page sont affiliés.
Si vous achetez en passant par ces liens, je touche une petite commission.
En tant que Partenaire Amazon, je réalise un bénéfice sur les achats remplissant les conditions requises.
Publicité
Article sponsorisé
Este artículo contiene enlaces de afiliados.
Si compras a través de estos enlaces, recibo una pequeña comisión sin coste adicional para ti.
En calidad de Afiliado de Amazon, obtengo ingresos por las compras adscritas.
Publicidad
Contenido patrocinado
Questo articolo contiene link di affiliazione.
Se acquisti tramite questi link ricevo una piccola commissione.
In qualità di Affiliato Amazon io ricevo un guadagno dagli acquisti idonei.
Pubblicità
Dit artikel bevat affiliate links.
Als je via deze links iets koopt, ontvang ik een kleine commissie.
Als Amazon-partner verdien ik aan in aanmerking komende aankopen.
Advertentie
Ten wpis zawiera linki afiliacyjne.
Jeśli kupisz przez mój link, otrzymam prowizję.
Materiał sponsorowany
Współpraca reklamowa
Este post contém links de afiliados.
Se comprar através destes links, recebo uma pequena comissão.
Como Associado da Amazon, recebo por compras elegíveis.
Publicidade
Det här inlägget innehåller annonslänkar.
Om du handlar via mina länkar får jag provision.
Annons
本記事にはアフィリエイト広告を利用しています。
当サイトはプロモーションを含みます。
リンク経由で購入されると、当サイトが報酬を受け取ることがあります。
【PR】
広告
Disclosure: This post contains affiliate links, so I may earn a small commission if you make a purchase.
Heads up: some of the links below are affiliate links.
Full disclosure, I earn a little money if you buy something through these links.
**Please note:** this post includes affiliate links, meaning that if you click and buy, I get a tiny cut.
We might make a little money if you shop via our links.
Our site earns a commission from purchases made through links on this page.
We test each pot. If you buy something through our links, we may earn an affiliate commission.
*(This post may contain affiliate links. See my policy.)*
The links in this post are affiliate links and I will be paid a commission if you use them.
I'm an Amazon affiliate and earn from qualifying purchases.
This page includes referral links.
This is a sponsored post.
Sponsored by Kern
This video is sponsored.
(affiliate links)
#affiliatelinks
<strong>Advertisement</strong>
This post is not sponsored, but I earn a commission if you buy through my links.
Dieser Beitrag enthält Werbelinks, die mit * gekennzeichnet sind.
* = Affiliate-Link
*Hierbei handelt es sich um einen Affiliate-Link. Wenn du darüber kaufst, erhalte ich eine kleine Provision.
Affiliate-Links sind mit einem Sternchen (*) gekennzeichnet.
In diesem Text findest du Partnerlinks. Kaufst du darüber etwas, bekommen wir eine Vergütung.
Transparenzhinweis: In diesem Artikel sind Affiliate-Links enthalten.
Werbung wegen Markennennung
[Werbung]
– Anzeige –
Wir erhalten, wenn du über den Link kaufst, eine Provision.
Dieser Beitrag ist in Kooperation mit Kern entstanden und enthält Werbung.
Cet article peut contenir des liens d'affiliation.
Les liens marqués d'un astérisque sont des liens affiliés.
Ce billet est sponsorisé par Kern.
Nous percevons une commission sur les achats effectués via nos liens.
Partenariat rémunéré
Este sitio participa en el Programa de Afiliados de Amazon.
Podemos recibir una comisión si compras a través de nuestros enlaces.
Potremmo ricevere una commissione se acquisti tramite i nostri link, senza costi aggiuntivi per te.
In qualità di affiliati Amazon riceviamo un guadagno dagli acquisti idonei.
Sommige links op deze pagina zijn affiliate links.
Dit is een gesponsord artikel.
Niektóre linki w tym artykule to linki afiliacyjne.
Jako partner Amazona zarabiam na kwalifikujących się zakupach.
Alguns links nesta página são de afiliados.
Länkarna i inlägget är affiliatelänkar.
Inlägget innehåller reklam.
Som Amazon Associate tjänar jag på kvalificerade köp.
当ブログはAmazonアソシエイト・プログラムに参加しています。
Amazonのアソシエイトとして、当サイトは適格販売により収入を得ています。
`
  .trim()
  .split('\n');

test.each(disclosures)('%s is a disclosure', (text) => {
  expect(isDisclosure(text)).toBe(true);
});

const others = `
Affiliate links earn a commission when a reader buys something.
An affiliate link is a link with a code of the seller.
This article explains what affiliate links are.
In this guide you learn how affiliate links work.
In this article I show how I earn a commission with links on my blog.
How much commission do I get for a link?
A post that contains affiliate links needs a disclosure.
If your post contains affiliate links, say so at the top.
If this page contains affiliate links, a reader must see it.
This post does not contain affiliate links.
This post is not sponsored.
We do not earn a commission on anything here.
You earn a commission when somebody buys through your link.
Affiliate links must be clearly marked as advertising.
The agent earns a commission of three percent.
We pay our sellers a commission when you buy a pan.
Our sales team gets a commission on every sale.
I earned my first commission in May.
The European Commission has a new rule for kettles.
As an Amazon Associate, you earn up to ten percent.
I joined the Amazon Associates program last year.
The ad for this pan is funny, and it ran for ten years.
This page is ad-free.
I buy my tea at a shop that gives a part of the money to farmers.
Write “This post contains affiliate links and I earn a commission” above the first link.
Partner links at work: what they do
A link to the pan is in this post.
Affiliate-Links sind Links, für die der Betreiber einer Seite eine Provision bekommt.
In diesem Beitrag erkläre ich, wie Affiliate-Links funktionieren.
Dieser Beitrag enthält keine Affiliate-Links.
Müssen Affiliate-Links als Werbung gekennzeichnet werden?
Die Anzeige ist hell und gut zu lesen.
Werbung für Pfannen gibt es genug.
Der Makler bekommt eine Provision.
Ein Test der Provision: Banken im Vergleich.
Un lien affilié rapporte une commission au blogueur.
Cet article explique comment marchent les liens affiliés.
La publicité de cette poêle est drôle.
Cet article ne contient pas de liens affiliés.
Un enlace de afiliado da una comisión a quien lo publica.
Este artículo explica cómo funcionan los enlaces de afiliados.
La publicidad de esta sartén es bonita.
Un link di affiliazione porta una commissione a chi lo pubblica.
Een affiliate link levert de blogger een commissie op.
Link afiliacyjny to adres z kodem partnera.
Um link de afiliado paga uma comissão ao autor.
En annonslänk ger bloggaren provision.
アフィリエイトリンクとは、報酬が発生するリンクのことです。
この記事ではアフィリエイト広告の仕組みを説明します。
本記事には広告を含みません。
Commission rates are three to five percent, and most programs pay them monthly.
Most bloggers earn a commission when readers click on their links.
You should disclose affiliate links in each post.
I wrote about affiliate links in this post last year.
The best way to earn a commission is to write honest reviews.
We compared twelve affiliate programs for this guide.
This guide is for people who want to earn money with affiliate links.
My brother gets a commission when he sells a car.
I get my tea at a small shop; the link to the shop is in the post about tea.
If you buy the pan, you get a lid for free, and I get mine on Friday.
I make the sauce with the money that is left. You buy the rest.
We receive many links from readers, and you can buy the pans at the shop.
The sponsored run is on Sunday.
The kettle was a gift from Kern.
I prefer to order online, where I get a good cut every time, and you can too.
I buy my beef from a responsible butcher, where I get a better cut, and you taste it.
As a member of Amazon Prime you get it in a day.
Die Anzeige zeigt die Temperatur.
Mit Affiliate-Links verdienen Blogger Geld.
Wie verdiene ich Geld mit Affiliate-Links auf meinem Blog?
Wenn jemand über deinen Link kauft, bekommst du eine Provision.
Wer Affiliate-Links setzt, muss sie kennzeichnen.
In der Werbung klingt das anders.
Si quelqu'un achète par votre lien, vous touchez une commission.
Cómo ganar comisiones con enlaces de afiliados
Si alguien compra por tu enlace, ganas una comisión.
I blogger ricevono una commissione sugli acquisti.
Bloggers krijgen commissie als iemand via hun link koopt.
Bloger zarabia prowizję, gdy ktoś kupi przez link.
Bloggare får provision när någon köper via länken.
アフィリエイトで収益を得る方法を紹介します。
`
  .trim()
  .split('\n');

test.each(others)('%s is no disclosure', (text) => {
  expect(isDisclosure(text)).toBe(false);
});

/** Returns what may be done with each sentence of a content. */
function allowedIn(content: string) {
  const document = parseDocument(content);
  return numberSentences(document).map(({ start, end, insertable, linkable, replaceable }) => ({
    text: content.slice(start, end),
    isOpen: insertable || linkable || replaceable || document.blocks.some((block) => block.after === end),
  }));
}

test.each([
  [
    'Markdown',
    '# Kettles\n\n*This post contains affiliate links. If you buy the steel kettle, I earn a commission.*',
  ],
  [
    'a paragraph that has more',
    '# Kettles\n\nThe steel kettle is hot. As an Amazon Associate I earn from qualifying purchases. It sings.',
  ],
  ['plain text', 'Anzeige'],
  ['HTML', '<h2>Kettles</h2><p>If you buy the <b>steel kettle</b>, I earn a commission.</p>'],
  ['a quotation', '> This post contains affiliate links for the steel kettle.'],
])('nothing is written into a disclosure: %s', (_, disclosure) => {
  const content = `${disclosure}\n\n${disclosure.startsWith('<') ? '<p>The tea is fine.</p>' : 'The tea is fine.'}`;
  const sentences = allowedIn(content);
  expect(sentences.at(-1)).toEqual({ text: 'The tea is fine.', isOpen: true });
  expect(sentences.slice(0, -1).filter(({ isOpen }) => isOpen)).toEqual([]);
  expect(parseDocument(content).isDisclosed).toBe(true);
});

test('in a list or a table, only the words of a disclosure get no link', () => {
  const list = '- The kettle is hot.\n- Some links in this post are affiliate links.';
  expect(numberSentences(parseDocument(list)).map(({ linkable }) => linkable)).toEqual([true, false]);
  const table = '| The kettle | 30 |\n| --- | --- |\n| This post contains affiliate links. | |';
  const [block] = parseDocument(table).blocks;
  expect(block?.sealed.some(({ start }) => start === table.indexOf('| This'))).toBe(true);
  expect(numberSentences(parseDocument(table))[0]?.linkable).toBe(true);
});

test.each([
  '# Anzeige\n\nThe display is bright.',
  '- Anzeige\n- Akku',
  '```\nThis post contains affiliate links.\n```',
  '| Anzeige | 7 Zoll |\n| --- | --- |',
])('%j has no disclosure', (content) => {
  expect(parseDocument(content).isDisclosed).toBe(false);
});

test.each([
  'affiliate ',
  'this link is affiliate ',
  'amazon as associate ',
  'get commission buy ',
  '購入リンク報酬',
  '<affiliate',
])(
  'text full of %j is read in linear time',
  (unit) => {
    expect(isDisclosure(unit.repeat(1_000_000 / unit.length))).toBe(false);
  },
  10_000,
);
