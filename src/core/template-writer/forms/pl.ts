import { anyOf, openings, setOf, type Forms } from './forms.ts';

export const polish: Forms = {
  typical: anyOf('w się nie że jest oraz przez dla są tylko przy może więc już'),
  small: setOf('z ze do dla na w we o od po bez przy pod nad który która które nasz nasza'),
  joining: setOf('i oraz lub'),
  isNounLast: false,
  behind: ': {}.',
  page: 'ta strona',
  safe: openings(`
    Warto zobaczyć; Dobra opcja w tym przypadku; Na ten sam temat; Przydatne w tym miejscu;
    Dobre uzupełnienie; Godne polecenia w tym kontekście; Dobrze wiedzieć; Przydatna wskazówka
  `),
  exploratory: openings(`
    Znalezisko, które dobrze tu pasuje; Pomysł wart rozwinięcia; Warto o tym pamiętać;
    Wskazówka na drogę; Dobry następny krok; Coś, co może dopełnić całość; Warto dopisać do listy;
    Warto mieć pod ręką
  `),
  experimental: openings(`
    Mały sekret między nami; Mała dygresja; Werble, proszę; Prosto z listy życzeń;
    Mały impuls w dobrą stronę; Światła, kamera, akcja; Runda bonusowa;
    Prosto z zakładek
  `),
};
