export * from './evm/start.ts';
export type { Fault, RunningNode, StandInOptions } from './node.ts';
