export * from './bank/start.ts';
export * from './bitcoin/start.ts';
export * from './evm/start.ts';
export * from './gateway/start.ts';
export type { Fault, RunningNode, StandInOptions } from './node.ts';
export * from './outside.ts';
export * from './tron/start.ts';
export * from './xrp/start.ts';
