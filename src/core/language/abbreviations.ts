import { wordSet } from '#core/lib/helpers.ts';

/**
 * Abbreviations of one language, without their full stop, separated by spaces. A small letter at the start stands for
 * a capital too. `_` stands for a space, and a hyphen at the start for any beginning of the word.
 */
type Abbreviations = {
  /** The full stop hardly ever ends a sentence. */
  readonly anywhere: string;
  /** Words that may also end a sentence, except before a number, as in "No. 5". */
  readonly beforeNumber?: string;
  /** Words that may also end a sentence, except behind a number, as in "6 in. skillet". */
  readonly behindNumber?: string;
};

/**
 * English, German, Spanish, French, Italian, Portuguese and Russian contain the segment suppressions of CLDR 46.1. Of
 * words that also end sentences, in any language, some count only beside a number, and some are left out.
 * `unicode-licence.txt` is the licence of this data. Initials and abbreviations such as "z.B." need no entry.
 */
const abbreviations: Readonly<Record<string, Abbreviations>> = {
  english: {
    anywhere:
      'exec mr mrs Ms Messrs dr prof St Jr Sr Rev Hon Hon.B.A Gen Capt Cpt Lt Lt.Cdr Col Sgt Maj Cmdr Cpl Pvt Gov Sen Rep Pres Supt ' +
      'Insp Mt Ft Ave Blvd Hwy Rd Sq Conn Md Univ Dept Mgr Org Corp Inc Ltd Co Bros Card Est Exec Adj Adv Comm Def Diff Lib ' +
      'Min Misc Phys Var Yr Fn Ph.D vs viz etc eg ie al approx incl excl tsp tsps tbsp tbsps oz lb lbs pkg pkgs doz',
    beforeNumber:
      'no nos vol vols pp pg pgs ch chap chaps sec sect fig figs figg ed eds art para ext tel nr op cap est min max abs num ' +
      'jan feb mar apr jun jul aug sep sept oct nov dec Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun',
    behindNumber:
      'in ft yd yds mi sq cu gal qt qts pt pts fl hr hrs min mins sec secs yr yrs wk wks mo mos stk env ct',
  },
  german: {
    anywhere:
      'a.Rh beil Ber e.Wz Folg Geograph Obj od Qu abgzl abzgl allg amtl Anm Aufl ausschl ausschließl Ausg Abb Abt Abw Adr Bd Bhf Hbf Bibl Bl bspw Bsp Btl bzgl bzw ca Chr Dez ' +
      'Dipl Bez Dtzd ehem eigtl Einh einschl entspr Erf erw etc etw ev evtl exkl Fa Fam Forts Frl frz Fr geb Gebr ' +
      'gedr gek Gem Ges gesch gest ggf ggfs ggü Hptst hpts Hr Hrn Hrsg Ing Inh inkl insb insbes Jahrh jew Jh Jhd Jhdt jhrl Kap ' +
      'kath Kfm kfm kgl Konv Koord lt mtl möbl Mio Mrd Msp näml Nr Nrn Okt österr p.Adr Pckg Pck Pfd Pkg Pkt Prot Proz ' +
      'Reg resp röm schles Schr schwäb schweiz Sek sog Spezif Std Stck Stk Stdn Str -str südd tägl tlw Trad u.dgl überw übl ' +
      'ugs urspr usf usw v.Chr v.R.w Verf verh versch verw vgl vglb Wwe z.Hd z.Zt Ztr Zt zw zzgl ursprüngl vorauss ' +
      'nachm bes',
    beforeNumber: 'art abs gem gr mind mo di mi do fr sa so',
    behindNumber:
      'EL TL gr KL Be Bch Bu Ds Do El Fl Gl Kn Kl Port Pr Prs Sch Schb Sp Stg Stgl Ta Tas Tb Tl Tr Wf Zw Temp Mod Einh',
  },
  spanish: {
    anywhere:
      'Em Exc fund Sr Sra Sres sres Sras sras srs Srta Srtas Dr Dra Dres Drs Dña Dª Da Ud Uds Vd Vds Lic Lcda Lcdo licda licdo Lda Ldo Ltdo Ing Arq ' +
      'Prof Gral Mons Vda Sta Sto Av Avda avda Bco bco Cía Sdad Ltda Dto Dpto dpto dptos depto deptos dtor Ctra Pza Plza Urb Edif ' +
      'afma afmas afmo afmos Excma Excmas Excmo Excmos Exma Exmas Exmo Exmos Ilma Ilmas Ilmo Ilmos Rvdo Rvdos Rvdmo Rvdmos Rdo ' +
      'Rdos mtro Emm Desv Desc Trab Fabric hnos ntra ntro mss ss JJ.OO RR.HH FF.CC SS.AA SS.MM ej p.ej v.gr cf cfr c/c aprox ' +
      'núm núms pág págs cda cdas cdta cdtas cdita cditas cucharad ud uds tfno teléf dic mié sáb Seg Mtro',
    beforeNumber:
      'fig figs cap caps vol tomo art doc col trad ed prov vid may oct ago jul ene abr dom feb vie jue lun nov mar jun sept sol bol ms',
  },
  french: {
    anywhere:
      'indus MM Mme Mmes Mlle Mlles Mgr Pr Ste Sts bd boul adr anc av apr ap env tél hôp éd édit éval équiv réf févr janv juil ' +
      'avr déc niv imprim illustr exempl encycl coll symb syst broch acoust gouv publ trav categ imm dest ' +
      'cuil cf cfr suiv hab nbre qqn qqch',
    beforeNumber:
      'chap fig vol dict doc dir ann aux bull sam dim lun mar mer jeu ven oct ill append quart art tab',
  },
  italian: {
    anywhere:
      'Sig sig Sigg Sig.ra Sig.na Sigg.ri Dott dott Dott.ssa Prof Prof.ssa Ing Avv avv Arch Geom Rag Cav Egr Spett Gent.mo Gent.ma ' +
      'pag pagg cfr ecc tav sez ag S.p.A S.r.l ad_es per_es circ cucch Liv Mod',
    beforeNumber: 'cap capp art artt fig vol tab arch div ver int mitt all rag nn',
  },
  portuguese: {
    anywhere:
      'ff neol Srs Profa profa Dras Eng Exa Cia Pe N.Sra ex máq máx mín méd mov mús créd cód compl círc contab cx xíc pct pç álg aer ' +
      'abrev agric aprox apt arit arqueol arquit autom biogr desc dipl déb eletr eletrôn fasc filos fisiol fís gên índ ingl jur ' +
      'matem náut obs odont odontol organiz próx psicol pq pron quím rod relat símb séc sociol tecnol transp univ p.p adm anat ' +
      'astron geom arqueo Alm',
    beforeNumber:
      'dez fev mai out set mat lit ref tec rel port long lat com cat col des div end esp fac fem fil fl fot gram hist ind jan ' +
      'liter lin comp elem eng educ bras apart pal pol prod rep res sup cel',
  },
  dutch: {
    anywhere:
      'dhr mevr mej mw dr drs ir ds ing mr bijv bv ca enz evt excl gebr incl jhr kon o.l.v zgn zog afb blz blzn pag resp vgl ' +
      'tel fam eetl theel s.v.p wd jl jongstl',
    beforeNumber: 'hfst par art afl dl jrg min',
    behindNumber: 'el tl eetl theel st pers',
  },
  polish: {
    anywhere:
      'ul al pl os im św ks bp prof hab mgr inż lek dypl np tj tzn tzw itd itp m.in godz tys mln mld szt łyż łyżecz szkl opak ' +
      'por rozdz rys ryc tab wyd zob płk kpt gen p.n.e n.e ww pt proc woj pow',
    beforeNumber: 'ok str poz wg art',
    behindNumber: 'gr zł op min',
  },
  swedish: {
    anywhere:
      'bl.a t.ex d.v.s dvs fr.o.m t.o.m m.fl m.m o.s.v osv ca kl ev jfr resp inkl exkl etc tel msk tsk krm förp pkt utg övers uppl ' +
      'avd omkr civ.ing jur.kand fil.dr s.k ekon',
    beforeNumber: 'nr sid kap bil ung vol',
    behindNumber: 'st dl msk tsk',
  },
  russian: {
    anywhere:
      'см англ нем лат ул пр просп пер пл наб бул ш кв корп стр рис табл гл разд изд проф акад доц инж тов гр руб коп тыс млн млрд шт уп ' +
      'тел факс отд напр ср янв февр апр авг сент окт нояб дек чел вв гг им св обл оз',
    beforeNumber: 'мин сек прим',
    behindNumber: 'ст стак',
  },
  czech: {
    anywhere:
      'např tzv tj tzn atd apod resp popř příp př čl čís ul nám tř sv prof Ing Mgr MUDr MVDr JUDr PhDr RNDr PaedDr Bc PhD pí kol tis mld ' +
      'lžic hod obr odst viz',
  },
  greek: { anywhere: 'κα κκ δρ αρ σελ τηλ ευρ χιλ εκ εκατ δισ λεωφ οδ κεφ βλ καθ κλπ κ.λπ κ.ά πρβλ αι' },
  hindi: { anywhere: 'डॉ रु पं प्रो श्री कु स्व मि नं सं क्र पृ मो प्रा एड इंजी' },
};

const rows = Object.values(abbreviations);
const setOf = (lists: readonly (string | undefined)[]) =>
  wordSet(lists.filter((list) => list !== undefined).join(' '));
const anywhere = setOf(rows.map((row) => row.anywhere));
const beforeNumber = setOf(rows.map((row) => row.beforeNumber));
const behindNumber = setOf(rows.map((row) => row.behindNumber));

const entity = /&#?\w{1,8};/gu;
const asSign = (found: string) => (/^&(?:nbsp|#160|#x?a0);$/iu.test(found) ? ' ' : 'e');
const lastToken = (text: string) =>
  Math.max(text.lastIndexOf(' '), text.lastIndexOf('\u00A0'), text.lastIndexOf('\u202F')) + 1;
/** Groups: a number in front of the word, the word. */
const lastWord = /(\p{N}?)-?([\p{L}\p{M}][\p{L}\p{M}.’'-]*)$/u;
const initials = /^(?:\p{L}[.-]{1,2})*\p{L}$/u;
const beginsWithNumber = /^(?:[\p{N}§№]|(?:[VX]|[IVXLC]{2,})(?![\p{L}\p{N}]))/u;

/**
 * Whether the full stop behind a text belongs to an abbreviation or to initials, so that it ends no sentence.
 *
 * @param text the end of a text, of a few words, without the full stop
 * @param next the start of the text behind the full stop
 */
export function isAbbreviated(text: string, next: string): boolean {
  const shown = text.includes('&') ? text.replaceAll(entity, asSign) : text;
  const at = lastToken(shown);
  const [, number = '', word] = lastWord.exec(shown.slice(at)) ?? [];
  if (word === undefined) return false;
  if (anywhere.has(word) || (number === '' && initials.test(word))) return true;
  const forms = [
    word,
    word.charAt(0).toLowerCase() + word.slice(1),
    word.replace(/^.*[-’']/u, ''),
    `-${word.slice(-3)}`,
  ];
  const isIn = (set: ReadonlySet<string>) => forms.some((form) => set.has(form));
  if (isIn(anywhere)) return true;
  const before = shown.slice(0, at).trimEnd();
  return (
    anywhere.has(`${before.slice(lastToken(before))}_${word}`) ||
    (isIn(beforeNumber) && beginsWithNumber.test(next)) ||
    (isIn(behindNumber) && /\p{N}$/u.test(number || before))
  );
}
