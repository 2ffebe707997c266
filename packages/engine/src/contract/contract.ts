import type { DefineContract } from '../commands.ts';

/** What an instrument of kind contract has beside its book: its margin rules and its mark price. There is none before `defineContract`. */
export class Contract {
  rules: DefineContract;
  /** 0 until the first tick after the definition. */
  markTicks = 0;
  /** Average of the book's middle over the index, signed. */
  basisTicks = 0;
  /** Price of the last trade, 0 before the first. */
  lastTicks = 0;

  constructor(rules: DefineContract) {
    this.rules = rules;
  }
}

/** What of a contract a snapshot keeps. */
export interface ContractLive {
  rules: DefineContract;
  mark: number;
  basis: number;
  last: number;
}

export const contractLive = (contract: Contract): ContractLive => ({
  rules: contract.rules,
  mark: contract.markTicks,
  basis: contract.basisTicks,
  last: contract.lastTicks,
});

export function contractFrom(live: ContractLive): Contract {
  const contract = new Contract(live.rules);
  contract.markTicks = live.mark;
  contract.basisTicks = live.basis;
  contract.lastTicks = live.last;
  return contract;
}
