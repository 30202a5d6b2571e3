import { anyOf, openings, setOf, type Forms } from './forms.ts';

export const spanish: Forms = {
  typical: anyOf('los las y por con del para como pero muy está hay más sin también este'),
  small: setOf('un una unos unas el la los las con para de del en sin por a al que nuestro nuestra'),
  joining: setOf('y e o u'),
  isNounLast: false,
  behind: ': {}.',
  page: 'esta página',
  safe: openings(`
    Vale la pena echar un vistazo; Una buena opción para esto; Relacionado con esto;
    Útil en este punto; Un buen complemento; Una recomendación sobre el tema; Conviene conocer esto;
    Una referencia útil
  `),
  exploratory: openings(`
    Un hallazgo que encaja bien; Una idea para seguir explorando; Para tener en cuenta;
    Un consejo para llevar; Un buen paso siguiente; Algo que podría redondear todo esto;
    Para apuntar en la lista; Práctico para tener a mano
  `),
  experimental: openings(`
    Un pequeño secreto entre nosotros; Un pequeño paréntesis; Redoble de tambores;
    Directo desde la lista de deseos; Un empujoncito en la buena dirección; Luces, cámara y acción;
    Ronda extra; Recién salido de los favoritos
  `),
};
