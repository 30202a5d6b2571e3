import { anyOf, openings, setOf } from './forms.ts';
import type { Forms } from './forms.ts';

export const german: Forms = {
  typical: anyOf('der die das und ist nicht ein eine mit zu den für auf sich auch ich'),
  small: setOf(
    'ein eine der die das mit für von zum zur aus im in am an auf ohne über bei bis zu den dem unser unsere',
  ),
  joining: setOf('und oder &'),
  isNounLast: true,
  behind: ': {}.',
  page: 'diese Seite',
  safe: openings(`
    Passend dazu; Einen Blick wert; Eine Möglichkeit dafür; Hilfreich an dieser Stelle;
    Eine nützliche Ergänzung; Zum Thema; Eine Empfehlung dazu; Gut zu wissen; Ein Hinweis dazu
  `),
  exploratory: openings(`
    Ein Fund, der gut dazu passt; Eine Idee zum Weiterverfolgen;
    Für alle, die tiefer einsteigen möchten; Ein Tipp zum Mitnehmen; Ein guter nächster Schritt;
    Was das Ganze abrunden könnte; Reif für die Merkliste; Noch ein Weg dorthin
  `),
  experimental: openings(`
    Psst, ein kleines Geheimnis; Und nun die überraschende Wendung; Trommelwirbel, bitte;
    Direkt vom Wunschzettel; Ein kleiner Umweg mit gutem Ende; Spot an; Die Bonusrunde;
    Beweisstück A für mehr Freude im Alltag
  `),
};
