/** Why a bank’s file is refused as a whole. */
export type BankFileProblemName =
  | 'tooLarge'
  | 'malformed'
  /** The file declares a document type or entities. No bank does this; an attack does. */
  | 'doctype'
  /** Not one of the formats, or a version that is not read. */
  | 'formatUnknown'
  | 'currencyUnknown'
  | 'amountInvalid'
  | 'dateInvalid'
  | 'accountInvalid'
  /** Opening balance and lines do not give the closing balance. */
  | 'sumsDiffer'
  /** Two lines with the same id. */
  | 'idTwice'
  | 'tooManyLines';

export class BankFileProblem extends Error {
  override name = 'BankFileProblem';
  readonly problem: BankFileProblemName;

  constructor(problem: BankFileProblemName, message: string) {
    super(message);
    this.problem = problem;
  }
}
