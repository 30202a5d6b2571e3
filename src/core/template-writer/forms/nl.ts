import { anyOf, openings, setOf, type Forms } from './forms.ts';

export const dutch: Forms = {
  typical: anyOf('een en niet zijn voor bij naar deze wordt heeft zich ze wij hij'),
  small: setOf('een de het met voor van in op zonder om te uit bij aan die dat onze ons'),
  joining: setOf('en of &'),
  isNounLast: true,
  behind: ': {}.',
  page: 'deze pagina',
  safe: openings(`
    Het bekijken waard; Een goede optie hiervoor; Over dit onderwerp; Handig op dit punt;
    Een nuttige aanvulling; Een aanrader hierbij; Goed om te weten; Hierbij past ook
  `),
  exploratory: openings(`
    Een vondst die hier goed bij past; Een idee om verder te verkennen; Om in gedachten te houden;
    Een tip om mee te nemen; Een goede volgende stap; Wat het geheel kan afronden;
    Iets voor op het lijstje; Handig om bij de hand te hebben
  `),
  experimental: openings(`
    Psst, een klein geheim; Een klein zijsprongetje; Tromgeroffel, graag;
    Rechtstreeks van het verlanglijstje; Een duwtje in de goede richting; De schijnwerper aan;
    De bonusronde; Vers uit de favorieten
  `),
};
