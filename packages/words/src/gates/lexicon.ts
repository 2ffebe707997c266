/** Words whose meaning must survive a translation. A translation says each of them as often as English does. */

export type Spoken = 'en' | 'zh-CN';
export type Pole = { name: string } & Readonly<Record<Spoken, RegExp>>;

const pole = (name: string, en: RegExp, chinese: RegExp): Pole => ({ name, en, 'zh-CN': chinese });

/** Pairs of opposites, and words that bound a promise. */
export const poles: readonly Pole[] = [
  pole('buy', /\b(?:buy(?:s|er|ers|ing)?|bought|purchases?|bids?)\b/gi, /买/g),
  pole('sell', /\b(?:sells?|sellers?|(?<!short )selling|sold(?! short)|sales?|asks)\b|^ask$|bid ?\/ ?ask/gi, /卖(?!空)/g),
  pole('long', /(?<!how |as |so )\blongs?\b(?! (?:run|sentence|as))/gi, /做多|开多|平多|多头|多仓|看多|多空|(?<=^| )多(?= |$)/g),
  pole('short', /(?<!running |too )\bshorts?\b/gi, /做空|开空|平空|空头|空仓|多空|融券应付|卖空|(?<=^| )空(?= |$)/g),
  pole('open a position', /\bopen(?:ed)?(?: a)? (?:long|short)\b/gi, /(?<!买入|卖出)开[多空]/g),
  pole('close a position', /\bclosed? (?:long|short)\b/gi, /平多|平空/g),
  pole('up', /\b(?:rises?|rising|green up|red up|blue up)\b|^up$/gi, /(?<!看)涨(?![停跌])/g),
  pole('down', /\b(?:falls?|falling|red down|green down|orange down)\b|^down$/gi, /(?<![看涨])跌(?!停)/g),
  pole('higher', /\bhigher\b/gi, /更高|看涨|较高/g),
  pole('lower', /\blower\b(?! (?:limit|price))/gi, /更低|看跌|较低/g),
  pole('in', /^in$|, in$/gi, /^转入$|入账$/g),
  pole('out', /^out$|, out$/gi, /^转出$|出账$/g),
  pole('margin added', /\badd margin\b|\bmargin added\b/gi, /追加保证金/g),
  pole('margin taken out', /\btake margin out\b|\bmargin taken out\b/gi, /取出保证金|减少保证金/g),
  pole(
    'above',
    /\babove\b|\bbeyond\b|(?<!no )\bmore than\b|\bor longer\b|\bor more\b|\blarger than\b/gi,
    /高于|以上|大于|之上|(?<![不能])超过/g,
  ),
  pole('below', /\bbelow\b/gi, /低于(?!的)|以下(?!之)|小于|之下/g),
  pole('at least', /\bat least\b/gi, /至少|不低于|不少于/g),
  pole('at most', /\b(?:at most|(?<!adds? |rounded )up to|no more than)\b|(?<=\} )max\b/gi, /最多|至多|不超过|不能超过/g),
  pole('take profit', /\btake[- ]profit\b|\bTP\b|\bstops\b/gi, /止盈/g),
  pole('stop loss', /\bstop[- ]loss\b|\bSL\b|\bstops\b|\bstop (?:limit|market)\b|\bstop (?:or|and) take/gi, /止损/g),
  pole('profit', /\b(?:(?<!take[- ])profits?|profitable)\b/gi, /(?<!止)盈|利润|分润/g),
  pole('loss', /\b(?:(?<!stop[- ])loss|losses|loses?|losing|lost)\b/gi, /亏损|损失|亏|(?<!止)损|输(?![入出])/g),
  pole('win', /\b(?:wins?|won|winners)\b/gi, /赢|胜/g),
  pole('isolated', /\bisolated\b/gi, /逐仓/g),
  pole('cross', /\b(?:cross(?! ?es)|full[- ]margin)\b/gi, /全仓/g),
  pole('taker', /\btakers?\b/gi, /吃单/g),
  pole('rounded up', /\brounded up\b/gi, /向上取整/g),
  pole('rounded down', /\brounded down\b/gi, /向下取整/g),
  pole('passed', /\b(?:passed|approved|review failed)\b|^(?:not )?granted$/gi, /通过|批准/g),
  pole('refused', /\b(?:refused|rejected)\b/gi, /拒绝/g),
];

/** Compounds that name no pole although they contain one. */
export const neutral: Readonly<Record<Spoken, RegExp>> = {
  en: /rise and fall|profit (?:and|or) loss|P&L|(?:answer|Nothing|screen|answer to this transfer) (?:got|was|will be) lost|the answer got lost/gi,
  'zh-CN': /盈亏/g,
};

/** Words that turn a sentence round. */
export const negations: Readonly<Record<Spoken, RegExp>> = {
  en: /\b(?:not|no(?! worse| more than| less than)|never|nothing|nobody|none|cannot|without|neither|failed)\b|n’t\b/gi,
  'zh-CN': /(?<!也)不(?!同|利|完整|到一|低于|少于|超过|能超过|差于)|无|没|未(?!实现|成交|平仓|来)|勿|非(?!交易)|(?<!避)免(?!费)|失败/g,
};

/** Never translated, letter by letter the same. */
export const protectedWords =
  /\b(?:GTC|IOC|FOK|VIP|PLUS|IPO|IEO|C2C|ETF|AI|CSV|JSON|UUID|PNG|JPEG|WebP|MB|KB|USDT|USD|MYR|BTC|ETH|UTC|DeFi|S&P|Idempotency-Key|Bourse|XRP|BNB|true|false)\b|\/[a-z]+(?:\?[a-z=]+)?\b/g;

/** Figures with their unit, as each language writes the unit. */
export const units: readonly Pole[] = [
  pole('s', /(?<=[\d}] ?)(?:s|seconds?)\b/g, /(?<!毫)秒/g),
  pole('min', /(?<=[\d}] ?)(?:min|minutes?)\b/g, /(?<=[\d}] ?)分钟/g),
  pole('%', /%/g, /%/g),
  pole('×', /×/g, /×|(?<!整数)倍/g),
  pole('÷', /÷/g, /÷/g),
];
