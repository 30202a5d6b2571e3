function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Words with which the name of a thing ends and what is said about it begins. */
export const boundaries = words(
  'for with without in on to against that which who from by of about at where when while made designed built suited ideal ' +
    'perfect including featuring covering like as under over between during into using so because if is are was will can has ' +
    'have comes come helps used trusted loved written recommended',
);

/** Units after a number: an anchor never starts with one. */
export const units = words(
  'inch inches litre litres liter liters metre metres meter meters gram grams kilo kg g mg lb lbs oz ml l cm mm m km ft feet ' +
    'foot mile miles watt watts w kw volt v mah gb tb mb lumen lumens hour hours day days week weeks month months year years ' +
    'minute minutes piece pieces pack degree degrees percent man person people page pages star stars speed bit core',
);

/** Nouns that take no article. */
export const massNouns = words(
  'audio chocolate muslin music storage hosting filament software hardware equipment gear clothing furniture coffee tea flour sugar ' +
    'wax fabric cotton wool yarn paper paint ink soap shampoo butter cheese bread rice pasta meat wine beer water milk honey ' +
    'salt insurance advice jewellery jewelry luggage footage access support broadband internet data food feed soil compost ' +
    'fertiliser fertilizer sand glue leather linen denim silk felt steel shipping delivery information research help bedding ' +
    'cutlery cookware bakeware tableware stationery protein powder wifi wi-fi light work care oil vinegar spice seasoning grease ' +
    'lubricant detergent sunscreen toothpaste knitwear sportswear swimwear underwear footwear glassware homework money cash ' +
    'credit electricity energy power heat noise sound battery-life bluetooth assembly support storage encryption privacy',
);

/** Singular nouns that end like plurals. */
export const singularS = words(
  'lens bus gas canvas atlas bias iris cactus virus bonus campus focus plus tennis basis chess',
);

export const pluralNouns = words('people children women men feet teeth mice geese scissors trousers jeans');

/** Things that hold other things: in "two pack of security keys" the keys are the name. */
export const containers = words(
  'pack set pair box bundle bag bottle case collection selection range series kit roll jar tin edition copy issue volume',
);

/** Things that are about something. */
export const media = words(
  'course book guide ebook video podcast tutorial workshop webinar class article newsletter handbook manual lesson lessons ' +
    'masterclass magazine story novel edition series primer training',
);

/** Nouns whose name in capitals is still a kind of thing and not a proper name. */
export const thingNouns = words(
  'book course guide app set kit bag shoes machine headphones earbuds speaker camera lens laptop phone case charger cable keyboard ' +
    'mouse monitor desk chair lamp light knife pan pot kettle blender mixer grinder scale oven jacket boots socks shirt watch bike ' +
    'helmet tent pack backpack mat bottle mug plan service subscription account card software tool tools drive reader tablet printer ' +
    'stand holder rack stick planner template calendar manager hosting training membership box toolkit skillet',
);

/** Verbs with which a remark about a thing may start. */
export const remarkVerbs = words(
  'keeps melts packs weighs holds fits works comes includes runs lasts folds stops helps makes shows finds gives saves protects ' +
    'supports covers offers turns lets needs uses takes charges opens cleans cuts dries syncs stores tracks teaches explains ships ' +
    'delivers contains provides brings collects stays goes sits stands starts blocks filters reduces removes repels rolls washes ' +
    'reads writes records plays connects pairs heats cools cooks bakes grinds brews mixes measures adjusts attaches mounts clips ' +
    'has is stretches breathes dries floats glows shuts switches tells warms wipes wraps carries handles ' +
    'keep melt pack weigh hold fit work come include run last fold stop help make show find give save protect support cover',
);

/** Qualities with which a remark about a thing may start. */
export const qualities = words(
  'ideal perfect great suitable suited good handy safe easy made designed built free-standing waterproof washable dishwasher-safe ' +
    'lightweight compact foldable adjustable rechargeable reusable recyclable vegan organic available compatible ready emailed ' +
    'delivered shipped printed handmade written recommended updated tested certified approved',
);

/** Verbs that ask the reader to do something. */
export const requests = words(
  'book order try choose save get download see learn read watch shop buy discover check join start subscribe sign click find use ' +
    'grab visit enjoy explore compare',
);

/** A description that begins so is a sentence of its own. */
export const sentenceStarts = words(
  "i we you he she they it this these that there here my our your what why how when where who if please don’t don't",
);

/** Words that are written with a capital even inside a sentence. */
export const properWords = words(
  'git github java python javascript typescript rust linux ubuntu english german spanish french italian japanese chinese american ' +
    'british european swiss google apple amazon microsoft android windows bluetooth instagram youtube facebook christmas easter ' +
    'january february march april june july august september october november december monday tuesday wednesday thursday friday ' +
    'saturday sunday lego kindle ikea nikon canon sony adidas nike strava garmin udemy coursera skillshare adobe shopify etsy ebay walmart grammarly canva notion bluehost hostinger ' +
    'wordpress patreon spotify netflix audible dropbox slack zoom bose philips siemens',
);
