function words(list: string): string[] {
  return list.split(' ');
}

/** Stop words of languages that are not told apart: French, Italian, Portuguese, Dutch, Swedish, Polish, Russian. */
export const otherStopWords: ReadonlySet<string> = new Set([
  ...words(
    'les des une est sont dans pour par sur avec sans plus pas que qui quoi dont ses mes tes nos vos leur leurs cette ces',
  ),
  ...words(
    'aux ont mais comme tout tous toute toutes être avoir fait faire très aussi bien chez entre vous nous elle ils elles',
  ),
  ...words(
    'il lo gli della delle degli dei del nel nella sul sulla con per che non sono era come anche più molto questo questa',
  ),
  ...words(
    'questi queste tutto tutti ogni loro suo sua hanno essere fare dopo prima senza solo alla alle allo dal dalla',
  ),
  ...words(
    'os uma uns umas dos das nos nas pelo pela com para por que não mais como mas foi ser são está isso este esta seu sua',
  ),
  ...words(
    'também muito todos todas quando sem sobre entre depois até mesmo aos ela eles você nós ter tem fazer',
  ),
  ...words(
    'het een van voor met zijn haar ook niet naar maar om te bij aan uit dan dat deze dit die wordt worden hebben heeft als',
  ),
  ...words(
    'och att det som för på med av inte är den har var till ett jag men om så från eller när kan ska alla',
  ),
  ...words(
    'nie się jest na do że to jak ale dla przez przy jako oraz tylko być już może jego jej ich tym tego które który',
  ),
  ...words(
    'это как так что все она они его него для при или если уже был была были было быть еще ещё только также после чтобы',
  ),
  ...words('где когда нет есть вас нас вам нам мне мой моя наш ваш под над без про лучше очень можно нужно'),
]);

/** The most common characters and particles of Chinese and Japanese. */
export const particles: ReadonlySet<string> = new Set([
  ...words(
    '的 了 是 在 和 我 有 也 不 就 都 一 个 上 这 那 你 他 她 它 们 与 及 或 很 到 要 会 能 着 把 被 让 给 对 从 以 为 而 但 吧 吗 呢 个 中 大 小 人 用 好 多',
  ),
  ...words(
    '我们 你们 他们 这个 那个 可以 一个 没有 因为 所以 如果 但是 什么 怎么 自己 不是 就是 已经 时候 使用 非常',
  ),
]);

/** Words that advertise any link. They say little about it, so they count little. */
export const salesWords: ReadonlySet<string> = new Set([
  ...words(
    'buy best top new sale deal offer free discount coupon cheap price shipping delivery official online shop store',
  ),
  ...words(
    'review guide pack set pair piece size inch quality great good perfect ideal easy simple premium pro plus classic',
  ),
  ...words(
    'original popular favourite favorite everyday day month week hour way people home today save saving order product',
  ),
  ...words(
    'item brand fast quick small large big full extra edition second included includes available member start trial',
  ),
  ...words('link here click find right fit keep help two three'),
  ...words(
    'kaufen günstig angebot neu kostenlos versand lieferung preis rabatt gutschein bestes beste top qualität ideal perfekt',
  ),
  ...words('einfach klein groß stück teilig größe testsieger ratgeber tag tage monat haus gute'),
  ...words(
    'comprar oferta nuevo nueva gratis envío precio descuento tienda barato mejor calidad ideal perfecto fácil juego día mes casa',
  ),
  ...words(
    'acheter offre nouveau gratuit livraison prix promo boutique meilleur qualité idéal parfait facile lot jour mois maison',
  ),
]);
