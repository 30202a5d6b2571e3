import { anyOf, openings, setOf } from './forms.ts';
import type { Forms } from './forms.ts';

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
    Un hallazgo que encaja bien; Una idea para seguir explorando; Para quien quiera ir más lejos;
    Un consejo para llevar; Un buen paso siguiente; Algo que podría redondear todo esto;
    Para apuntar en la lista; Otra manera de llegar ahí
  `),
  experimental: openings(`
    Un pequeño secreto entre nosotros; Giro inesperado; Redoble de tambores;
    Directo desde la lista de deseos; Un pequeño desvío con final feliz; Luces, cámara y acción;
    Ronda extra; La prueba número uno a favor de darse un capricho
  `),
};
