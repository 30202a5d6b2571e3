/** Words with which a sentence leans on the one before it: nothing is put between the two. */
export const leansBack = new RegExp(
  String.raw`^(?:` +
    'this|that|these|those|they|it|its|he|she|his|her|their|but|so|and|or|yet|however|still|instead|therefore|thus|then|also|' +
    "because|such|both|neither|though|nevertheless|meanwhile|otherwise|that’s|that's|it’s|it's|which|even|the same|one of|" +
    'another|in fact|in other words|for example|for instance|quite|not|now|if not|' +
    'das|dies|diese|dieser|dieses|er|sie|es|aber|und|oder|doch|denn|deshalb|daher|darum|dadurch|damit|dabei|dann|so|trotzdem|' +
    'allerdings|jedoch|außerdem|auch|solche|dafür|sonst|' +
    'esto|eso|este|esta|estos|estas|ese|esa|pero|y|o|así|por eso|por tanto|sin embargo|además|también|entonces|ella|él|ellos|' +
    'luego|aunque|por ejemplo' +
    String.raw`)(?![\p{L}\p{N}])`,
  'iu',
);

/** No link belongs beside these. */
export const grief =
  /\b(?:died|passing of|passed away|funeral|condolences|sorely missed|obituary|suicide|cancer|verstorben|gestorben|Beileid|Trauer|Beerdigung|falleció|murió|fallecimiento|pésame|luto)\b/i;

/** Words near the start of a sentence that speak of something named just before. */
export const pointsBack =
  /(?<![\p{L}\p{N}])(?:it|they|them|that|this|these|those|he|she|him|here|there|dort|dies|diese|dieser|eso|esto|ello)(?![\p{L}\p{N}'’])/iu;
