import { english } from './en/index.ts';

/**
 * What a translator must know besides the English text. Said once for a namespace, again where names of a pattern or a single key differ; `noteOf`
 * puts them together. A note is part of what a translation is made from: changing it makes the translation stale.
 */
export interface Note {
  /** `option`: one of a list to choose from. `document`: a letter of several paragraphs. */
  role: 'button' | 'label' | 'title' | 'sentence' | 'aria' | 'option' | 'document';
  /** The widest that fits the place, in characters of Latin text; a Chinese character counts as two. */
  width?: number;
  /** What a word means here, where English has several meanings. */
  sense?: string;
  /** Tickets, warnings, receipts, notices, letters and errors: a translation that is missing or stale stops the build. */
  critical: boolean;
}
type Part = Partial<Note>;

interface Rules {
  /** For all keys of the namespace. */
  all?: Part;
  /** For names of a pattern; a later one wins. */
  some?: readonly (readonly [RegExp, Part])[];
  keys?: Readonly<Record<string, Part>>;
}

/** How names tell what a text is, in every namespace. */
const everywhere: readonly (readonly [RegExp, Part])[] = [
  [/(?:Why|Text|Lead|Hint|Note)$/, { role: 'sentence' }],
  [/(?:Title|^title)$/, { role: 'title' }],
  [/Label$/, { role: 'aria' }],
  [/^notice\./, { role: 'sentence', critical: true }],
  [/^receipt\./, { critical: true }],
  [/^flow\./, { width: 60 }],
];

const button = { role: 'button', width: 44 } as const;
const head = { role: 'label', width: 32 } as const;

const rules: Partial<Record<keyof typeof english, Rules>> = {
  account: {
    some: [
      [/^(?:advice|problem)_/, { role: 'sentence' }],
      [/^(?:save|sendCode|again|change|add|pictureAdd|pictureChange|pictureRemove)/, button],
    ],
    keys: {
      change: { sense: 'replace an e-mail address or phone number by another' },
      code: { sense: 'digits sent by mail or text message' },
    },
  },
  amounts: {
    all: { role: 'sentence', critical: true, sense: 'under a field with a figure that has no single reading; {mark} is the decimal mark' },
  },
  common: {
    all: button,
    some: [[/^(?:up|down|stale|demo|simulated|replayed|loading|columns)$/, { role: 'label' }]],
    keys: {
      close: { sense: 'shut a window; not: close a position' },
      clear: { sense: 'empty a field' },
      back: { sense: 'to the screen before' },
      up: { sense: 'the price rose' },
      down: { sense: 'the price fell' },
      loadFailedWhy: { sense: '{reason} is a whole sentence' },
    },
  },
  dictionaries: {
    all: { role: 'option', width: 48 },
    keys: {
      'OrderStatus.open': { sense: 'an order in the book, not filled yet' },
      'PositionAction.open': { sense: 'open a position' },
      'PositionAction.close': { sense: 'close a position' },
      'TimedStatus.equal': { sense: 'start and end tick are the same price' },
      'HistoryType.add': { sense: 'money that came in' },
      'HistoryType.sub': { sense: 'money that went out' },
    },
  },
  errors: { all: { role: 'sentence', critical: true } },
  evidence: {
    all: {
      sense:
        'the transparency log of the exchange: a public Merkle tree of hashes; its “head” is a signed size and root (a C2SP checkpoint)',
    },
    some: [
      [/^(?:why|found|file|log[A-Z]|changed)/, { role: 'sentence', critical: true }],
      [/^step_/, { role: 'label', critical: true }],
      [/^(?:download|dismiss|saveProof|checkNow|exportAll|verifierChoose|keepShowing)$/, { ...button, width: 64 }],
    ],
  },
  flows: { all: { role: 'label', width: 60 } },
  funds: {
    some: [
      [/^rule_|^ratio_|^problem_/, { role: 'sentence' }],
      [/^(?:problem_|unknown|ratio_|transfer)/, { critical: true }],
      [/Button$|^sendAgain$|^another$/, button],
      [/^(?:status|period_|span_|type\d)/, { role: 'option', width: 32 }],
    ],
    keys: {
      free: { sense: 'not in use: available' },
      freeOfCharge: { sense: 'costs nothing' },
      share: { sense: 'part of the total' },
      statusOpen: { sense: 'an order in the book, not filled yet' },
      frozen: { sense: 'set aside for orders' },
      left: { sense: 'what remains' },
    },
  },
  history: {
    some: [
      [/^(?:type\d|status|timed(?:Waiting|Running|Won|Lost|Equal|Void))/, { role: 'option', width: 32 }],
      [/^cancel/, { critical: true }],
    ],
    keys: {
      openPositions: { sense: 'positions that are open' },
      statusOpen: { sense: 'a position that is open' },
      higher: { sense: 'bet on a higher index', critical: true },
      lower: { sense: 'bet on a lower index', critical: true },
    },
  },
  journey: {
    some: [
      [/^(?:in_|out_|status_)/, { role: 'option', critical: true, sense: 'a place on the way of money' }],
      [/^(?:why_|by_|promise$|late$|until$|over$|next$|confirmations$)/, { role: 'sentence', critical: true }],
    ],
    keys: {
      free: { sense: 'costs nothing' },
      change: { sense: 'answer this question anew' },
      closed: { sense: 'not offered at the moment' },
    },
  },
  landing: {
    keys: { open: { sense: 'go into the app' }, free: { sense: 'costs nothing' }, maker: { sense: 'an order that rested in the book' } },
  },
  letters: {
    all: { role: 'document', critical: true },
    some: [
      [/\.subject$/, { role: 'title', width: 90 }],
      [/\.message$/, { role: 'sentence' }],
    ],
  },
  leverage: {
    all: { critical: true },
    some: [
      [
        /^(?:submit|transferGo|transferEmpty|closeGo|closeAllGo|reverseGo|marginGo|stopsSave|suitSend|suitAcknowledge|take$|keep|timedBuy)/,
        { ...button, width: 64 },
      ],
      [/^(?:no[A-Z]|mark|index|openInterest|opened|closed|session|line|settle_)/, { critical: false }],
      [/^(?:timedStatus|timedVoid|settle_)/, { role: 'option', width: 48 }],
    ],
    keys: {
      actionOpen: { sense: 'open a position' },
      actionClose: { sense: 'close a position' },
      sessionOpen: { sense: 'the market is open' },
      closed: { sense: 'positions that are closed' },
      long: { sense: 'a position that gains when the price rises' },
      short: { sense: 'a position that gains when the price falls' },
      share: { sense: 'make a picture of it for others' },
      take: { sense: 'use the settings just chosen' },
      free: { sense: 'margin that is not in use' },
    },
  },
  market: { some: [[/^(?:board|sector_|kind)/, { role: 'option', width: 32 }]], keys: { change: { sense: 'how much the price moved' } } },
  menu: { all: { role: 'label', width: 40 } },
  moneyIn: {
    some: [[/^(?:vault|onlyNetwork|tagWhy|txHashWrong|tooSmall|lost|rate|paidLost|referenceWhy)/, { role: 'sentence', critical: true }]],
    keys: { open: { sense: 'the desk is there now' }, in: { sense: 'deposits' }, out: { sense: 'withdrawals' } },
  },
  moneyOut: {
    some: [
      [
        /^(?:problem_|iban_|review|asking|signed|cancel|waitWhy|againWrong|tag[A-Z]|addressWrong|remove)/,
        { role: 'sentence', critical: true },
      ],
    ],
    keys: {
      free: { sense: 'not in use: available' },
      to: { sense: 'the receiver' },
      go: { role: 'button', width: 64 },
      cancel: { role: 'button', width: 64 },
      remove: { role: 'button', width: 44 },
    },
  },
  names: { all: { role: 'label', sense: 'what a company, currency, metal or index is called' } },
  notices: { all: { role: 'sentence', critical: true }, keys: { 'margin.warning': { sense: '{symbol} may be empty' } } },
  palette: {
    all: { critical: true },
    some: [
      [
        /^word_/,
        {
          role: 'label',
          critical: false,
          sense: 'what people type, in lower case, separated by spaces; keep the English words after those of the language',
        },
      ],
      [/^cancel(?:Some|Every)$/, { ...button, width: 64 }],
    ],
    keys: {
      send: { sense: 'send the order', critical: false },
      ask: { sense: 'write this figure instead' },
      open: { sense: 'open what is selected', critical: false },
      move: { sense: 'move the selection', critical: false },
    },
  },
  problems: { all: { role: 'sentence', critical: true, sense: '{field} and {part} are names of fields, as programs send them' } },
  protection: { all: { critical: true }, some: [[/^(?:reason_|product_|review)/, { role: 'option', width: 72 }]] },
  reasons: { all: { role: 'label', width: 80, critical: true } },
  receipt: {
    all: { critical: true },
    some: [
      [/^(?:line_|in_|kind_)/, head],
      [/^rule_/, { role: 'sentence' }],
    ],
  },
  risk: { keys: { otherSideWhy: { critical: true }, house: { critical: true } } },
  share: { all: { width: 80 }, keys: { share: { sense: 'give the picture to others' } } },
  shell: {
    keys: { mine: { sense: 'the customer’s own page' } },
  },
  suitability: { all: { role: 'option', critical: true }, some: [[/^question\./, { role: 'sentence' }]] },
  chart: {
    some: [
      [/^chartStyle_/, { role: 'option', width: 32 }],
      [/^(?:undoDrawing|eraseOne(?:Confirm|Keep)|indicator(?:Save|Reset)|(?:leaveF|f)ullScreen)$/, button],
      [/^indicatorValueWrong$/, { role: 'sentence' }],
      [/^move(?:To|Own|OwnTo|Leave)$/, { ...button, width: 64, critical: true }],
    ],
    keys: {
      chartStyle_bars: { sense: 'open, high, low and close as a bar with two ticks' },
      indicatorValue: { sense: 'a parameter of an indicator, such as the number of bars of an average' },
    },
  },
  trade: {
    some: [
      [/^(?:submit|sendAgain|letGo|amendSave)/, { ...button, width: 64 }],
      [
        /^(?:submit|accepted|result|rejected|unknown|missing|gate|fee|cost|receive|proceeds|gtc|ioc|fok|postOnly|tif|cancel|amend|buy|sell|side|bought|sold)/,
        { critical: true },
      ],
      [/^(?:type\d|status\d|state\d|kind\d|direction\d)/, { role: 'option', width: 32 }],
    ],
    keys: {
      open: { sense: 'first price of a candle' },
      close: { sense: 'last price of a candle' },
      limit: { sense: 'kind of order: at a price or better' },
      market: { sense: 'kind of order: at the best price in the book' },
      stop: { sense: 'kind of order: waits for a trigger price' },
      status1: { sense: 'an order in the book, not filled yet' },
      state1: { sense: 'the instrument trades now' },
      book: { sense: 'order book' },
      letGo: { sense: 'do not send the order again' },
      taker: { sense: 'the order that took from the book' },
      maker: { sense: 'the order that rested in the book' },
    },
  },
};

export function noteOf(space: string, name: string): Note {
  const text = (english as Record<string, Record<string, string>>)[space]?.[name] ?? '';
  const own = rules[space as keyof typeof english] ?? {};
  const matching = (list: readonly (readonly [RegExp, Part])[] = []) =>
    list.filter(([pattern]) => pattern.test(name)).map(([, part]) => part);
  const note: Note = Object.assign(
    { role: 'label', critical: false } as Note,
    own.all,
    ...matching(everywhere),
    ...matching(own.some),
    own.keys?.[name],
  );
  // A sentence wraps; whatever ends with a full stop is one.
  if (/[.?!]$/.test(text) && note.role !== 'document' && note.role !== 'title') note.role = 'sentence';
  if (note.role === 'sentence' || note.role === 'document' || note.role === 'aria') delete note.width;
  return note;
}

/** Keys that a rule names although English has none of them: rules must not outlive their sentences. */
export function strangersInNotes(): string[] {
  const words = english as Record<string, Record<string, string>>;
  return Object.entries(rules).flatMap(([space, own]) => [
    ...Object.keys(own.keys ?? {})
      .filter((name) => words[space]?.[name] === undefined)
      .map((name) => `${space}.${name}`),
    ...(own.some ?? [])
      .filter(([pattern]) => !Object.keys(words[space] ?? {}).some((name) => pattern.test(name)))
      .map(([pattern]) => `${space} ${pattern}`),
  ]);
}
