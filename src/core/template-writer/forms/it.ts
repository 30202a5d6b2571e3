import { anyOf, openings, setOf, type Forms } from './forms.ts';

export const italian: Forms = {
  typical: anyOf('il di che è per non con sono della gli del nel anche più una'),
  small: setOf(
    'un una uno il lo la i gli le con per di del della dei in senza da a al alla che nostro nostra',
  ),
  joining: setOf('e o'),
  isNounLast: false,
  behind: ': {}.',
  page: 'questa pagina',
  safe: openings(`
    Da vedere a questo proposito; Una buona opzione per questo; Sullo stesso tema;
    Utile a questo punto; Un buon complemento; Un consiglio sul tema; Bene a sapersi;
    Un riferimento utile
  `),
  exploratory: openings(`
    Una scoperta che si abbina bene; Un’idea da approfondire; Da tenere a mente;
    Un suggerimento da portare con sé; Un buon passo successivo; Qualcosa che completa il quadro;
    Da mettere in lista; Comodo da avere a portata di mano
  `),
  experimental: openings(`
    Un piccolo segreto tra noi; Piccola parentesi; Rullo di tamburi;
    Direttamente dalla lista dei desideri; Una piccola spinta nella direzione giusta; Luci, motore, azione;
    Giro bonus; Pescato tra i preferiti
  `),
};
