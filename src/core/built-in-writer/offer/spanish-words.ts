function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Words with which the name of a thing ends and what is said about it begins. */
export const boundaries = words(
  'para con que sobre contra sin por desde hasta donde ideal ideales perfecto perfecta hecho hecha es son está están cuyo cuya al',
);

/** Words that an anchor never ends with. */
export const smallWords = words('de del la el los las y o e en a al un una para con que sobre sin por su tu');

/** Feminine nouns that do not look so, and masculine ones that do not. */
export const feminine = words(
  'llave noche base red luz flor mano foto moto clase sal miel leche carne piel serie nube calle fuente gente parte sartén app ' +
    'tarjeta radio imagen superficie torre nieve suite',
);

export const masculine = words(
  'problema programa sistema mapa tema idioma planeta día clima aroma diploma esquema café té sofá champú menú bambú',
);

/** Nouns that take no article. */
export const massNouns = words(
  'chocolate música café té azúcar harina aceite sal tela algodón lana software almacenamiento alojamiento ropa tierra abono vino ' +
    'cerveza agua papel cuero cera jabón miel leche pan arroz pasta levadura equipo dinero',
);

/** People: "para principiantes" speaks of the reader. */
export const readers =
  /^(?:quienes|personas|principiantes|niños|adultos|familias|miembros|usuarios|lectores|viajeros|corredores|todos|gente)\b/i;
