/**
 * What may be wrong with a request, by name, with the names of its parameters. A refusal carries the name and the parameters, never a sentence:
 * `packages/words` speaks it in the reader's language. Each list belongs to one refusal, whose detail then has `problem` and these parameters.
 */

/** Of `badRequest`, which also names its `field`. */
export const fieldProblems = {
  missing: [],
  /** Not one of the values that the field may have. */
  unknown: [],
  /** `choices` are values, with commas between. */
  oneOf: ['choices'],
  wrongType: ['type'],
  format: ['example'],
  malformed: [],
  empty: [],
  repeated: [],
  tooLarge: [],
  between: ['min', 'max'],
  atLeast: ['min'],
  atMost: ['max'],
  positive: [],
  characters: ['min', 'max'],
  charactersAtLeast: ['min'],
  charactersAtMost: ['max'],
  items: ['min', 'max'],
  itemsAtLeast: ['min'],
  itemsAtMost: ['max'],
  boolean: [],
  id: [],
  time: [],
  code: [],
  symbol: [],
  accountFrom: ['min'],
  rates: ['max', 'highest'],
  ascending: [],
  dividesDay: [],
  /** It was defined before and may not change. */
  fixed: [],
  definedDifferently: [],
  taken: [],
  sameAsBase: [],
  sameAsDenominator: [],
  dividendOnly: [],
  splitOnly: [],
  paysNothing: [],
  aboveInitialMargin: [],
  tierSize: ['max'],
  tierLeverage: ['max'],
  tierMaintenance: [],
  tierAboveInitialMargin: [],
  tiersUnordered: [],
  tiersEase: [],
  notCoin: [],
  notContract: [],
  notStock: [],
  notMoneyMargined: [],
  otherMargin: [],
  notSharesForMoney: [],
  notWholeShares: [],
  notWritable: [],
  notJson: [],
  /** An object of the body has this key twice. */
  sentTwice: [],
  unreadable: [],
  notMarketMessage: [],
  aheadOfVenue: [],
  idOrCode: [],
  positionOrOrder: [],
  quantityOrPrice: [],
  stopNeeded: [],
  reasonNeeded: [],
  signInNeeds: [],
  answerOnce: [],
  answerUnknown: ['question'],
  questionUnknown: ['question'],
  latinLetters: [],
  noDate: [],
  expired: [],
  notPast: [],
  documentCode: [],
  numberTooLong: [],
} as const satisfies Record<string, readonly string[]>;

/** Of `orderTypeInvalid`. */
export const orderProblems = {
  /** `part` is a field of an order that has a value nobody knows. */
  partUnknown: ['part'],
  postOnlyRests: [],
  stopsOnOpening: [],
  nothingToChange: [],
  upperCircuitPrice: [],
  upperCircuitTerms: [],
  wholePositionStops: [],
  marketHasNoPrice: [],
  limitNeedsPrice: [],
  triggerNeeded: [],
  triggerUnneeded: [],
  quantityOrAmount: [],
  quantityOrAmountMissing: [],
  amountIsMarket: [],
  amountNotFok: [],
  waitingSellByQuantity: [],
  byValueNoQuantity: [],
} as const satisfies Record<string, readonly string[]>;

/** Of `passwordWeak`. */
export const passwordProblems = {
  tooShort: ['min'],
  tooLong: ['max'],
  common: [],
  ownName: [],
  fewCharacters: ['min'],
  sequence: [],
  /** A pay password that is the password of sign-in. */
  signIn: [],
} as const satisfies Record<string, readonly string[]>;

export const problems = { badRequest: fieldProblems, orderTypeInvalid: orderProblems, passwordWeak: passwordProblems } as const;
export type RefusalWithProblem = keyof typeof problems;

type Table = Record<string, readonly string[]>;
/** Names of problems that have no parameters. */
type Bare<Of extends Table> = { [Name in keyof Of]: Of[Name] extends readonly [] ? Name : never }[keyof Of] & string;
type Full<Of extends Table> = {
  [Name in keyof Of & string]: { readonly problem: Name } & Readonly<Record<Of[Name][number], string | number>>;
}[keyof Of & string];
/** A problem: its name, or its name with its parameters. */
export type FieldProblem = Bare<typeof fieldProblems> | Full<typeof fieldProblems>;
export type OrderProblem = Bare<typeof orderProblems> | Full<typeof orderProblems>;
export type PasswordProblem = Bare<typeof passwordProblems> | Full<typeof passwordProblems>;

/** A problem as the detail of its refusal. */
export const problemDetail = (problem: FieldProblem | OrderProblem | PasswordProblem): Readonly<Record<string, string | number>> =>
  typeof problem === 'string' ? { problem } : problem;
