import { anyOf, openings, setOf, type Forms } from './forms.ts';

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
    Gut im Hinterkopf zu behalten; Ein Tipp zum Mitnehmen; Ein guter nächster Schritt;
    Was das Ganze abrunden könnte; Reif für die Merkliste; Praktisch zu haben
  `),
  experimental: openings(`
    Psst, ein kleines Geheimnis; Kurz innehalten, bitte; Trommelwirbel, bitte;
    Direkt vom Wunschzettel; Ein kleiner Schubs in die richtige Richtung; Spot an; Die Bonusrunde;
    Frisch aus den Lesezeichen
  `),
};
