import { Wallet } from '@bourse/protocol/enums';
import type { ContractView } from '../api.ts';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { fundingRateNow, nextRound } from './funding.ts';

/** A contract as it stands; undefined before its margin rules are known. */
export function contractView(s: State, instrument: number): ContractView | undefined {
  const ins = s.instruments.get(instrument);
  const contract = ins?.contract;
  if (ins === undefined || contract === undefined) return undefined;
  const fund = s.ledger.find(s.accounts.slot(House.insurance), Wallet.contract, ins.quote.index);
  return {
    instrument,
    markTicks: contract.markTicks,
    indexTicks: ins.reference,
    lastTicks: contract.lastTicks,
    basisTicks: contract.basisTicks,
    fundingRateE8: fundingRateNow(contract),
    nextFunding: nextRound(s.time, contract.rules.fundingIntervalMs),
    openLots: contract.openLots,
    longPositions: contract.longs.size,
    shortPositions: contract.shorts.size,
    insurance: s.ledger.available(fund),
    deleveraged: contract.deleveraged,
  };
}
