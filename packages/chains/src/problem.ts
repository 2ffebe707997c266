/** What can be wrong with what a node answers. Each name is a reason to try again or to stop the rail; none changes what is already known. */
export type ChainProblemName =
  | 'unreachable'
  | 'timeout'
  | 'tooLarge'
  | 'badAnswer'
  /** The node understood the call and said no. */
  | 'refused'
  | 'nodesDisagree'
  /** The blocks changed while they were being read. The next pass reads them again. */
  | 'blocksDoNotLink'
  /** The chain changed deeper than the watcher remembers: a person looks before anything else is credited. */
  | 'reorgTooDeep'
  | 'tooManyObservations';

export class ChainProblem extends Error {
  override name = 'ChainProblem';
  readonly problem: ChainProblemName;

  constructor(problem: ChainProblemName, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** Whether a node gave no answer at all: what else it is asked at this moment will get none either. */
export const noAnswer = (error: unknown): boolean =>
  error instanceof ChainProblem && (error.problem === 'unreachable' || error.problem === 'timeout');

export const badAnswer = (what: string): ChainProblem => new ChainProblem('badAnswer', `The node answered ${what}.`);
