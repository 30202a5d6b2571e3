import { wordSet } from '#core/lib/helpers.ts';

// What is known of affiliate networks and shops. Names of parameters are in lower case.

/** A service whose addresses lead to another address that they carry. */
export type Redirect = {
  readonly name: string;
  /** Each of them with all of its subdomains. Empty: any host. */
  readonly hosts: readonly string[];
  /** The parameters that may carry the address. The first one that has an address counts. */
  readonly targets: readonly string[];
  /** The only path that leads elsewhere. Null: each may. */
  readonly at: string | null;
  /** Whether the path may carry the address, behind `/`, `:` or `(`. */
  readonly isInPath: boolean;
  /** The parameters that name the affiliate. */
  readonly ids: readonly string[];
  /** Finds the affiliate in the path, or in the query behind it. */
  readonly idInPath: RegExp | null;
};

type Given = {
  readonly hosts: string;
  readonly targets: string;
  readonly at?: string;
  readonly isInPath?: boolean;
  readonly ids?: string;
  readonly idInPath?: RegExp;
};

function words(list: string): string[] {
  return list.split(' ').filter(Boolean);
}

function redirect(
  name: string,
  { hosts, targets, at, isInPath = false, ids = '', idInPath }: Given,
): Redirect {
  return {
    name,
    hosts: words(hosts),
    targets: words(targets),
    at: at ?? null,
    isInPath,
    ids: words(ids),
    idInPath: idInPath ?? null,
  };
}

/** The tracking addresses of Impact have one form on the domains of many brands. */
export const impact = redirect('Impact', {
  hosts: '',
  targets: 'u',
  idInPath: /^\/c\/(\d+)\/\d+\/\d+(?=[/?]|$)/u,
});

const networks: readonly Redirect[] = [
  redirect('Awin', { hosts: 'awin1.com zenaps.com', targets: 'ued p', ids: 'awinaffid id r a' }),
  redirect('CJ', {
    hosts: 'anrdoezrs.net jdoqocy.com tkqlhce.com dpbolvw.net kqzyfj.com emjcd.com qksrv.net afcyhf.com',
    targets: 'url',
    isInPath: true,
    idInPath: /^\/(?:click-|links\/)(\d+)/u,
  }),
  redirect('Rakuten', { hosts: 'click.linksynergy.com', targets: 'murl', ids: 'id' }),
  redirect('Skimlinks', { hosts: 'go.skimresources.com go.redirectingat.com', targets: 'url', ids: 'id' }),
  redirect('Sovrn', { hosts: 'redirect.viglink.com', targets: 'u out', ids: 'key' }),
  redirect('ShareASale', { hosts: 'shareasale.com shareasale-analytics.com', targets: 'urllink', ids: 'u' }),
  redirect('Partnerize', {
    hosts: 'prf.hn',
    targets: '',
    isInPath: true,
    idInPath: /^\/click\/camref:([^/]+)/u,
  }),
  redirect('Webgains', { hosts: 'track.webgains.com', targets: 'wgtarget', ids: 'wgcampaignid' }),
  redirect('Tradedoubler', {
    hosts: 'tradedoubler.com',
    targets: 'url',
    isInPath: true,
    ids: 'a',
    idInPath: /\ba\((\d+)\)/u,
  }),
  redirect('TradeTracker', { hosts: 'tc.tradetracker.net', targets: 'u', ids: 'a' }),
  redirect('Admitad', {
    hosts: 'ad.admitad.com alitems.com alitems.co rzekl.com rztekl.com',
    targets: 'ulp',
    idInPath: /^\/g\/([^/]+)/u,
  }),
  redirect('AliExpress', {
    hosts: 's.click.aliexpress.com',
    targets: 'dl_target_url',
    ids: 'aff_short_key tracking_id',
  }),
  redirect('eBay', { hosts: 'rover.ebay.com', targets: 'mpre loc', ids: 'campid' }),
  redirect('FlexOffers', {
    hosts: 'track.flexlinks.com track.flexlinkspro.com',
    targets: 'url',
    ids: 'foid',
  }),
  redirect('Commission Factory', { hosts: 't.cfjump.com', targets: 'url', idInPath: /^\/(\d+)\/t\//u }),
  redirect('Ascend by Partnerize', {
    hosts: 'pntra.com pntrac.com pntrs.com pjtra.com pjatr.com gopjn.com',
    targets: 'url',
    idInPath: /^\/t\/([^/]+)/u,
  }),
  redirect('AvantLink', { hosts: 'avantlink.com', targets: 'url', ids: 'pw' }),
  redirect('Adtraction', { hosts: 'track.adtraction.com', targets: 'url', ids: 'as' }),
  redirect('Adcell', { hosts: 't.adcell.com', targets: 'param0', ids: 'slotid' }),
  redirect('Digidip', { hosts: 'digidip.net', targets: 'url', ids: 'pid' }),
  redirect('AffiliateFuture', { hosts: 'scripts.affiliatefuture.com', targets: 'url', ids: 'affiliateid' }),
  redirect('ValueCommerce', { hosts: 'ck.jp.ap.valuecommerce.com', targets: 'vc_url', ids: 'sid' }),
  redirect('A8', { hosts: 'px.a8.net rpx.a8.net', targets: 'a8ejpredirect', ids: 'a8mat' }),
  redirect('Rakuten Japan', {
    hosts: 'hb.afl.rakuten.co.jp',
    targets: 'pc',
    idInPath: /^\/[a-z]{3,4}\/([^/]+)/u,
  }),
  redirect('Geniuslink', { hosts: 'target.georiot.com', targets: 'gr_url', ids: 'tsid' }),
  // These pay nobody. Addresses are copied from their pages.
  redirect('Google', { hosts: 'google.com google.de', at: '/url', targets: 'url q' }),
  redirect('Facebook', { hosts: 'l.facebook.com lm.facebook.com l.instagram.com', targets: 'u' }),
  redirect('YouTube', { hosts: 'youtube.com', at: '/redirect', targets: 'q' }),
];

/** The services by their hosts. */
export const redirectsByHost: ReadonlyMap<string, Redirect> = new Map(
  networks.flatMap((network) => network.hosts.map((host) => [host, network] as const)),
);

/** A seller with shops in several countries, or with several addresses for one product. */
type Shop = {
  readonly name: string;
  readonly hosts: RegExp;
  /** Finds the number of a product in the path. It is the same in all shops of the seller. */
  readonly product: RegExp | null;
  /** The parameters that tell variants of a product apart. */
  readonly variants: ReadonlySet<string>;
  /** The parameters that name the affiliate. */
  readonly ids: ReadonlySet<string>;
  /** Finds the affiliate in the path. */
  readonly idInPath: RegExp | null;
  /** The other parameters that do not change the page, and starts of their names with a `*`. */
  readonly tracking: NameList;
  /** What the path ends with for tracking alone. */
  readonly trackingPath: RegExp | null;
};

const amazonCountries =
  '[cs]a|ae|be|cn|co\\.(?:jp|uk|za)|com(?:\\.(?:au|be|br|mx|tr))?|de|eg|es|fr|ie|in|it|nl|pl|se|sg';
const ebayCountries = 'at|be|ca|ch|cn|co\\.uk|com(?:\\.(?:au|hk|my|sg))?|de|es|fr|ie|in|it|nl|ph|pl';

export const shops: readonly Shop[] = [
  {
    name: 'amazon',
    hosts: new RegExp(`^(?:smile\\.|m\\.)?amazon\\.(?:${amazonCountries})$`, 'u'),
    product:
      /\/(?:dp(?:\/product)?|gp\/(?:product(?:\/glance)?|aw\/d)|exec\/obidos\/(?:asin|tg\/detail\/-)|o\/asin|product)\/([a-z\d]{10})(?=\/|$)/iu,
    variants: new Set(),
    ids: wordSet('tag associatetag'),
    idInPath: /\/asin\/[a-z\d]{10}\/([^/=]+-\d\d)(?=\/|$)/iu,
    tracking: nameList(
      'ref_ linkcode linkid ascsubtag camp creative creativeasin language ie psc th qid sr keywords crid sprefix content-id ' +
        'pd_rd_* pf_rd_* _encoding smid dchild spla sp_csd starsleft s_kwcid hv* hydadcr tu m encoding',
    ),
    trackingPath: /\/ref=[^/]*$/u,
  },
  {
    name: 'ebay',
    hosts: new RegExp(`^(?:m\\.)?ebay\\.(?:${ebayCountries})$`, 'u'),
    product: /\/itm\/(?:[^/]+\/)?(\d{9,14})(?=\/|$)/u,
    variants: wordSet('var'),
    ids: wordSet('campid'),
    idInPath: null,
    tracking: nameList(
      'mkevt mkcid mkrid toolid customid siteid media mkgroupid mktype ff* amdata hash epid itmmeta norover _trk* _skw',
    ),
    trackingPath: null,
  },
  {
    name: 'aliexpress',
    hosts: /^(?:[a-z]{1,3}\.)?aliexpress\.(?:com|us|ru)$/u,
    product: /\/(?:item|i)\/(?:[^/]+\/)?(\d{8,20})\.html$/u,
    variants: wordSet('sku_id'),
    ids: wordSet('aff_short_key aff_fcid'),
    idInPath: null,
    tracking: nameList(
      'aff_* spm scm algo_* pdp_* gatewayadapt utparam* sk terminal_id afsmartredirect _t curpageloguid',
    ),
    trackingPath: null,
  },
  {
    name: 'etsy',
    hosts: /^(?:m\.)?etsy\.com$/u,
    product: /\/listing\/(\d{6,14})(?=\/|$)/u,
    variants: wordSet('variation0 variation1'),
    ids: new Set(),
    idInPath: null,
    tracking: nameList(
      'click_key click_sum ga_* frs sts organic_search_click content_source external plkey bes pro pop',
    ),
    trackingPath: null,
  },
  {
    name: 'walmart',
    hosts: /^walmart\.com$/u,
    product: /\/ip\/(?:[^/]+\/)?(\d{5,14})(?=\/|$)/u,
    variants: new Set(),
    ids: wordSet('wmlspartner'),
    idInPath: null,
    tracking: nameList(
      'athcpid athpgid athznid athstid athposb athancid athena athbdg athguid sourceid veh affp1 sharedid',
    ),
    trackingPath: null,
  },
  shopWithId('booking', /^booking\.com$/u, 'aid', 'label sid'),
  shopWithId(
    'apple',
    /^(?:apps|books|music|podcasts|itunes)\.apple\.com$/u,
    'at',
    'ct itsct itscg mt uo app ls',
  ),
  shopWithId('viator', /^viator\.com$/u, 'pid', 'mcid medium'),
];

function shopWithId(name: string, hosts: RegExp, id: string, tracking: string): Shop {
  const none = { product: null, variants: new Set<string>(), idInPath: null, trackingPath: null };
  return { name, hosts, ids: new Set([id]), tracking: nameList(tracking), ...none };
}

/** The parameters that name an affiliate in programs of many shops. */
export const affiliateParameters = wordSet(
  'ref aff affid aff_id aff_ref affiliate affiliateid affiliate_id a_aid a_cid rfsn sca_ref via fpr fp_ref partner partnerid ' +
    'partner_id referral referral_code refid ref_id refcode ref_code irpid offid goaffpro gfp_ref bg_ref wpam_id tap_a ' +
    'ps_partner_key clickref pubref afftrack ranmid raneaid ransiteid',
);

/** The parameters of campaigns and clicks, of which no page depends. */
export const trackingParameters = nameList(
  'utm_* mtm_* pk_* piwik_* matomo_* hsa_* wt_* at_campaign at_medium gclid gclsrc gbraid wbraid dclid gad_* srsltid ' +
    '_ga _gl fbclid fb_* msclkid ttclid twclid yclid ysclid igsh igshid li_fat_id epik mc_cid mc_eid _hsenc _hsmi mkt_tok ' +
    'oly_anon_id oly_enc_id vero_id s_kwcid ef_id sscid irclickid irgwc sharedid cjevent cjdata awc zanpid tduid epi epi2 ' +
    'sref a_bid sca_source tap_s ps_xid clickid click_id',
);

/** Names, and starts of names. */
type NameList = { readonly names: ReadonlySet<string>; readonly starts: readonly string[] };

function nameList(list: string): NameList {
  const all = words(list);
  return {
    names: new Set(all.filter((word) => !word.endsWith('*'))),
    starts: all.flatMap((word) => (word.endsWith('*') ? word.slice(0, -1) : [])),
  };
}

export function isListed(name: string, { names, starts }: NameList): boolean {
  return names.has(name) || starts.some((start) => name.startsWith(start));
}
