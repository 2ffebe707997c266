export type Refusal =
  /** The line is not signed by the server's key, or is no request. */
  | 'notSigned'
  | 'malformed'
  | 'railUnknown'
  | 'addressWrong'
  /** Not seen before, or less than a day ago. */
  | 'destinationCooling'
  | 'keyCooling'
  | 'proofWrong'
  | 'approvalMissing'
  | 'capReached'
  | 'feeTooHigh'
  | 'payoutUnknown'
  /** The inputs that the server named are used already, or do not cover the amount. */
  | 'inputsWrong'
  /** Another content under an id that was signed, or the same order under another id. Somebody is told at once. */
  | 'digestDiffers'
  /** The wall clock moved while the signer ran. */
  | 'clockStepped';

export class Refused extends Error {
  override name = 'Refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}
