import { wordlessMarkIn } from '#core/edits/edit.ts';
import { perVersion, type VersionName } from '#core/edits/version-names.ts';
import { wordSet } from '#core/lib/helpers.ts';
import type { LinkToWeave } from '#core/links/link.ts';

type Lists = Readonly<Record<VersionName | 'small' | 'joining' | 'page', string>> & {
  readonly typical: string | RegExp;
  readonly isNounLast?: boolean;
  readonly behind?: string;
};

/** The wording of one language: opening words, which the words of a description follow. */
export type Forms = ReturnType<typeof formsOf>;

/** Words are separated by spaces, openings by semicolons. */
function formsOf({ typical, small, joining, isNounLast = true, behind = ': {}.', page, ...openings }: Lists) {
  return {
    /** Finds small words that are typical of this language, without those that related languages share. */
    typical: typeof typical === 'string' ? anyOf(typical) : typical,
    /** Words between the name of a thing and its description, and articles. */
    small: wordSet(small),
    /** Words that join two words of one name. */
    joining: wordSet(joining),
    /** Whether the last word of a name says what the thing is, as in "steel kettle". */
    isNounLast,
    /** The text behind the opening, with `{}` for the words of the description. It must fit any description. */
    behind,
    /** The words of a link without a description. */
    page,
    ...perVersion((name) => openings[name].split(';').map((opening) => opening.trim())),
  };
}

function anyOf(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${words.replaceAll(' ', '|')})(?![\p{L}\p{M}'’])`, 'giu');
}

/** English is first, because it is the most likely. */
export const languages = {
  english: formsOf({
    typical:
      'the and of to is that it with for you this are was have they from my we not about because been could did does ' +
      'his how into its just more our out should she some such than their them there these those through very what ' +
      "when which who why would your i['’](?:m|ve|ll|d) (?:it|that|there)['’]s (?:you|we|they)['’](?:re|ve|ll) " +
      "(?:do|does|did|is|was|ca|could|wo|would)n['’]t",
    small:
      'a an the with for of to in on at by from about against over under into that which who without our my your this these as made w/ w/o incl.',
    joining: 'and or &',
    page: 'this page',
    safe: `Worth a look here; A good match for this; One option for this; Related to this;
      Helpful at this point; A useful addition; A pointer on this subject; Recommended in this context;
      Worth knowing about`,
    exploratory: `A find that goes well with this; An idea worth following up; Something to explore from here;
      Something to keep in mind; A tip to take along; A good next step; Handy to have around;
      What could round this off; Worth putting on the list`,
    experimental: `By the way; A short aside; For the curious; Not to forget; One more thought; In passing;
      On a side note; While we are at it; Also worth a mention`,
  }),
  german: formsOf({
    typical:
      'der die das und ist nicht ein eine mit zu den für auf sich auch ich von wird werden sind wir oder aber wenn kann ' +
      'nur noch dass habe haben einen einem einer im zum zur nach mir mich',
    small:
      'ein eine der die das mit für von zum zur aus im in am an auf ohne über bei bis zu den dem unser unsere ab inkl.',
    joining: 'und oder &',
    page: 'diese Seite',
    safe: `Passend dazu; Einen Blick wert; Eine Möglichkeit dafür; Hilfreich an dieser Stelle;
      Eine nützliche Ergänzung; Zum Thema; Eine Empfehlung dazu; Gut zu wissen; Ein Hinweis dazu`,
    exploratory: `Ein Fund, der gut dazu passt; Eine Idee zum Weiterverfolgen; Gut im Hinterkopf zu behalten;
      Ein Tipp zum Mitnehmen; Ein guter nächster Schritt; Was das Ganze abrunden könnte; Reif für die Merkliste;
      Praktisch zu haben`,
    experimental: `Übrigens; Ein kleiner Einschub; Für Neugierige; Nicht zu vergessen; Noch ein Gedanke;
      Nebenbei bemerkt; Am Rande; Wo wir gerade dabei sind`,
  }),
  spanish: formsOf({
    typical: 'los las y por con del para como pero muy está hay más sin también este',
    small: 'un una unos unas el la los las con para de del en sin por a al que tu tus nuestro nuestra',
    joining: 'y e o u',
    isNounLast: false,
    page: 'esta página',
    safe: `Vale la pena echar un vistazo; Una buena opción para esto; Relacionado con esto; Útil en este punto;
      Un buen complemento; Una recomendación sobre el tema; Conviene conocer esto; Una referencia útil`,
    exploratory: `Un hallazgo que encaja bien; Una idea para seguir explorando; Para tener en cuenta;
      Un consejo para llevar; Un buen paso siguiente; Algo que podría redondear todo esto;
      Para apuntar en la lista; Práctico para tener a mano`,
    experimental: `Por cierto; Un breve inciso; Para los curiosos; Sin olvidar esto; Una idea más;
      Dicho sea de paso; Ya que estamos; También merece una mención`,
  }),
  french: formsOf({
    typical: 'le les des dans pour pas sur une avec au du ce qui nous vous il elle',
    small: 'un une des le la les avec pour de du en sans par à au aux que qui sur notre nos',
    joining: 'et ou &',
    isNounLast: false,
    behind: ' : {}.',
    page: 'cette page',
    safe: `À voir à ce sujet; Une bonne option pour cela; En lien avec ce sujet; Utile à ce stade;
      Un bon complément; Une recommandation sur ce thème; Bon à connaître; Une piste utile`,
    exploratory: `Une trouvaille qui va bien avec cela; Une idée à creuser; À garder en tête;
      Un conseil à emporter; Une bonne prochaine étape; De quoi compléter le tout; À noter sur la liste;
      Pratique à avoir sous la main`,
    experimental: `Au passage; Petite parenthèse; Pour les curieux; À ne pas oublier; Encore une idée;
      Soit dit en passant; Tant qu’on y est; À mentionner aussi`,
  }),
  italian: formsOf({
    typical: 'il di che è per non con sono della gli del nel anche più una',
    small: 'un una uno il lo la i gli le con per di del della dei in senza da a al alla che nostro nostra',
    joining: 'e o',
    isNounLast: false,
    page: 'questa pagina',
    safe: `Da vedere a questo proposito; Una buona opzione per questo; Sullo stesso tema; Utile a questo punto;
      Un buon complemento; Un consiglio sul tema; Bene a sapersi; Un riferimento utile`,
    exploratory: `Una scoperta che si abbina bene; Un’idea da approfondire; Da tenere a mente;
      Un suggerimento da portare con sé; Un buon passo successivo; Qualcosa che completa il quadro;
      Da mettere in lista; Comodo da avere a portata di mano`,
    experimental: `A proposito; Piccola parentesi; Per i curiosi; Da non dimenticare; Ancora un’idea;
      Detto per inciso; Già che ci siamo; Da ricordare anche`,
  }),
  portuguese: formsOf({
    typical: 'não é um uma em com mas também são dos das ao pela isso você muito',
    small: 'um uma o a os as com para de do da em sem por que nosso nossa',
    joining: 'e ou',
    isNounLast: false,
    page: 'página em questão',
    safe: `Vale a pena ver; Uma boa opção para isto; Sobre o mesmo tema; Útil neste ponto; Um bom complemento;
      Uma recomendação sobre o tema; Bom saber; Uma referência útil`,
    exploratory: `Um achado que combina bem; Uma ideia para explorar; A ter em mente; Uma dica para levar;
      Um bom próximo passo; Algo que pode completar tudo isto; Para anotar na lista; Prático para ter à mão`,
    experimental: `A propósito; Um pequeno parêntese; Para os curiosos; A não esquecer; Mais uma ideia;
      Diga-se de passagem; Já que estamos nisto; Também merece menção`,
  }),
  dutch: formsOf({
    typical: 'een en niet zijn voor bij naar deze wordt heeft zich ze wij hij',
    small: 'een de het met voor van in op zonder om te uit bij aan die dat onze ons',
    joining: 'en of &',
    page: 'deze pagina',
    safe: `Het bekijken waard; Een goede optie hiervoor; Over dit onderwerp; Handig op dit punt;
      Een nuttige aanvulling; Een aanrader hierbij; Goed om te weten; Hierbij past ook`,
    exploratory: `Een vondst die hier goed bij past; Een idee om verder te verkennen; Om in gedachten te houden;
      Een tip om mee te nemen; Een goede volgende stap; Wat het geheel kan afronden; Iets voor op het lijstje;
      Handig om bij de hand te hebben`,
    experimental: `Trouwens; Even terzijde; Voor de nieuwsgierigen; Niet te vergeten; Nog een gedachte;
      Tussen haakjes; Nu we toch bezig zijn; Ook het vermelden waard`,
  }),
  polish: formsOf({
    typical: 'w się nie że jest oraz przez dla są tylko przy może więc już',
    small: 'z ze do dla na w we o od po bez przy pod nad który która które nasz nasza',
    joining: 'i oraz lub',
    isNounLast: false,
    page: 'ta strona',
    safe: `Warto zobaczyć; Dobra opcja w tym przypadku; Na ten sam temat; Przydatne w tym miejscu;
      Dobre uzupełnienie; Godne polecenia w tym kontekście; Dobrze wiedzieć; Przydatna wskazówka`,
    exploratory: `Znalezisko, które dobrze tu pasuje; Pomysł wart rozwinięcia; Warto o tym pamiętać;
      Wskazówka na drogę; Dobry następny krok; Coś, co może dopełnić całość; Warto dopisać do listy;
      Warto mieć pod ręką`,
    experimental: `Nawiasem mówiąc; Mała dygresja; Dla ciekawych; O czym warto pamiętać; Jeszcze jedna myśl;
      Na marginesie; Skoro już przy tym jesteśmy; Warto też wspomnieć`,
  }),
  swedish: formsOf({
    typical: 'och är att inte för av till ett jag också när från så',
    small: 'en ett den det de med för av i på utan till från som vår våra om',
    joining: 'och eller &',
    page: 'den här sidan',
    safe: `Värt en titt; Ett bra alternativ här; På samma tema; Till hjälp i det här läget;
      Ett användbart komplement; En rekommendation i sammanhanget; Bra att känna till; Ett tips i ämnet`,
    exploratory: `Ett fynd som passar bra ihop med detta; En idé att utforska vidare; Värt att ha i åtanke;
      Ett tips att ta med sig; Ett bra nästa steg; Något som kan runda av det hela; Något för listan;
      Bra att ha till hands`,
    experimental: `Förresten; En liten utvikning; För den nyfikna; Att inte glömma; En tanke till;
      I förbigående; När vi ändå håller på; Också värt att nämna`,
  }),
  japanese: formsOf({
    typical: /[のにはをがでとも]|です|ます/gu,
    small: 'の と や で に を は が も',
    joining: '・',
    behind: '：{}。',
    page: 'このページ',
    safe: `こちらも参考になります; 関連するもの; ここで役立つもの; 選択肢のひとつ; あわせて見ておきたいもの; おすすめ; 覚えておきたいもの; このテーマに関して`,
    exploratory: `心に留めておきたいもの; 次の一歩として; 試してみたいアイデア; 相性のよいもの; 手元にあると便利なもの; リストに加えたいもの; ちょっとした発見; 仕上げにぴったりのもの`,
    experimental: `ちなみに; 余談ですが; 気になる方へ; 忘れないうちに; もうひとつ; ついでに; 補足として; こんなものも`,
  }),
};

/** For languages without forms: a link gets no words around it, and its description is read like an English one. */
const others: Forms = { ...languages.english, page: 'link', ...perVersion(() => []) };

/** How much of a text shows its language, in UTF-16 units. */
const sampleLength = 4000;
/** The least share of a language's typical words in a text of that language. */
const leastShare = 0.07;
/** A shorter text may contain no typical word by chance. */
const fewWords = 12;

/** Returns the forms for the language of the text. If the text is too short to tell, the descriptions decide. */
export function formsFor(content: string, links: readonly LinkToWeave[]): Forms {
  const text = content.slice(0, sampleLength);
  if (wordCount(text) >= fewWords) return known(text) ?? others;
  const descriptions = links.map(({ description }) => description).join('\n');
  return known(text) ?? known(descriptions.slice(0, sampleLength)) ?? others;
}

function wordCount(text: string): number {
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}]+/gu)?.length ?? 0;
}

function known(text: string): Forms | null {
  const words = wordCount(text);
  const all = Object.values(languages);
  const found = all.map(({ typical }) => text.toLowerCase().match(typical) ?? []);
  const most = Math.max(...found.map(({ length }) => length));
  const at = found.findIndex(({ length }) => length === most);
  const isClear = words < fewWords || new Set(found[at]).size > 1;
  return isClear && most >= Math.max(1, words * leastShare) ? (all[at] ?? null) : null;
}

/**
 * Returns a function that chooses a form for a URL. The URL decides which of the unused forms of the version it is.
 * When all are used, it is the form without words. The line before the link and the words of the link say where its
 * mark points. Words with a colon stand behind a dash.
 *
 * @param avoid texts whose forms are not used again
 */
export function createFormChooser(forms: Forms, version: VersionName, avoid: readonly string[]) {
  const left = forms[version].filter((opening) => !avoid.some((text) => text.includes(opening)));
  return (url: string, before: string, words: string): string => {
    let sum = 7;
    for (const sign of url) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
    const [opening] = left.splice(sum % Math.max(1, left.length), 1);
    const behind = /:\s|：/u.test(words) ? forms.behind.replace(/\s?[:：]\s?/u, ' – ') : forms.behind;
    return opening === undefined ? `${wordlessMarkIn(before, words)} {}` : opening + behind;
  };
}
