import { anyOf, openings, setOf, type Forms } from './forms.ts';

export const swedish: Forms = {
  typical: anyOf('och är att inte för av till ett jag också när från så'),
  small: setOf('en ett den det de med för av i på utan till från som vår våra om'),
  joining: setOf('och eller &'),
  isNounLast: true,
  behind: ': {}.',
  page: 'den här sidan',
  safe: openings(`
    Värt en titt; Ett bra alternativ här; På samma tema; Till hjälp i det här läget;
    Ett användbart komplement; En rekommendation i sammanhanget; Bra att känna till;
    Ett tips i ämnet
  `),
  exploratory: openings(`
    Ett fynd som passar bra ihop med detta; En idé att utforska vidare; Värt att ha i åtanke;
    Ett tips att ta med sig; Ett bra nästa steg; Något som kan runda av det hela; Något för listan;
    Bra att ha till hands
  `),
  experimental: openings(`
    Psst, en liten hemlighet; En liten utvikning; Trumvirvel, tack; Direkt från önskelistan;
    En liten knuff på vägen; Tänd strålkastaren; Bonusrundan;
    Färskt från bokmärkena
  `),
};
