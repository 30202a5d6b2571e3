function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Words without a topic, for each language. They also identify the language. */
export const stopWords = {
  en: words(
    'a about above after again against all almost also always am an and another any are as at be because been before being ' +
      'below best between both but by can could did do does doing done down during each even ever every few first for from ' +
      'further get gets getting give gives go goes going got had has have having he her here hers him his how i if in into is ' +
      'it its just keep keeps kind know large last less let like little long lot made make makes many may me might more most ' +
      'much must my need needs never new no non not now of off often on once one only or other our out over own per put quite ' +
      'rather really right s same say see set she should since small so some something such sure t take takes than that the ' +
      'their them then there these they thing things this those through time to together too two under until up upon us use ' +
      'used uses using very want was way we well went were what when where which while who whole why will with without work ' +
      'works would year years you your yours yourself d ll m re ve',
  ),
  de: words(
    'ab aber alle allem allen aller alles als also am an andere anderen anderer auch auf aus bei beim bin bis bist da dabei ' +
      'damit dann das dass dazu dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du ' +
      'durch ein eine einem einen einer eines einfach er es etwas euch für gegen gibt hab habe haben hat hatte ich ihm ihn ihnen ' +
      'ihr ihre ihrem ihren ihrer im immer in ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine keinen können lange ' +
      'machen macht man mehr mein meine meinem meinen meiner mich mir mit muss müssen nach nicht nichts noch nur ob oder ohne sehr ' +
      'seid sein seine seinem seinen seiner seit sich sie sind so sogar soll sollte sondern über um und uns unser unsere unter viel ' +
      'viele vom von vor war waren was weil wenn wer werden wie wieder wir wird wo wurde wurden zu zum zur zwei zwischen schon ganz ' +
      'gut bereits beispiel',
  ),
  es: words(
    'a al algo algunas algunos ante antes aquí así aunque bien cada casi como con contra cual cuando cuanto de del desde donde dos ' +
      'durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está están estas este esto estos fue ha ' +
      'hace hacer hacia han hasta hay incluso la las le les lo los más me menos mi mis mismo mucho muy nada ni no nos nosotros ' +
      'nuestra nuestro o os otra otras otro otros para pero poco por porque puede pueden pues que qué quien se sea según ser si sí ' +
      'sin sobre solo son su sus también tan tanto te tiene tienen toda todas todo todos tras tu tus un una unas uno unos usted ' +
      'y ya yo siempre vez bueno buena mejor',
  ),
} as const;
