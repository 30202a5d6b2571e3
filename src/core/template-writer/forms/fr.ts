import { anyOf, openings, setOf, type Forms } from './forms.ts';

export const french: Forms = {
  typical: anyOf('le les des dans pour pas sur une avec au du ce qui nous vous il elle'),
  small: setOf('un une des le la les avec pour de du en sans par à au aux que qui sur notre nos'),
  joining: setOf('et ou &'),
  isNounLast: false,
  behind: ' : {}.',
  page: 'cette page',
  safe: openings(`
    À voir à ce sujet; Une bonne option pour cela; En lien avec ce sujet; Utile à ce stade;
    Un bon complément; Une recommandation sur ce thème; Bon à connaître; Une piste utile
  `),
  exploratory: openings(`
    Une trouvaille qui va bien avec cela; Une idée à creuser; À garder en tête;
    Un conseil à emporter; Une bonne prochaine étape; De quoi compléter le tout;
    À noter sur la liste; Pratique à avoir sous la main
  `),
  experimental: openings(`
    Petit secret entre nous; Petite parenthèse; Roulement de tambour;
    Tout droit sorti de la liste d’envies; Un petit coup de pouce; Lumière, moteur, action;
    Le tour bonus; Pioché dans les favoris
  `),
};
