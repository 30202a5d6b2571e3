import { anyOf, openings, setOf, type Forms } from './forms.ts';

export const portuguese: Forms = {
  typical: anyOf('não é um uma em com mas também são dos das ao pela isso você muito'),
  small: setOf('um uma o a os as com para de do da em sem por que nosso nossa'),
  joining: setOf('e ou'),
  isNounLast: false,
  behind: ': {}.',
  page: 'página em questão',
  safe: openings(`
    Vale a pena ver; Uma boa opção para isto; Sobre o mesmo tema; Útil neste ponto;
    Um bom complemento; Uma recomendação sobre o tema; Bom saber; Uma referência útil
  `),
  exploratory: openings(`
    Um achado que combina bem; Uma ideia para explorar; A ter em mente;
    Uma dica para levar; Um bom próximo passo; Algo que pode completar tudo isto;
    Para anotar na lista; Prático para ter à mão
  `),
  experimental: openings(`
    Um pequeno segredo entre nós; Um pequeno parêntese; Que rufem os tambores;
    Diretamente da lista de desejos; Um empurrãozinho na direção certa; Luzes, câmara, ação;
    Ronda bónus; Acabado de sair dos favoritos
  `),
};
