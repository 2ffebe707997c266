import { MarginMode, Wallet } from '@bourse/protocol/enums';
import type { ContractView, MarginAccountView, PositionView } from '../api.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { marginRatio } from '../leverage/margin.ts';
import { positionNow } from '../leverage/position-event.ts';
import { modeOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { profitOf } from '../leverage/profit.ts';
import { backing, freeOf, fullEquity } from './account.ts';
import { fundingRateNow, nextRound, waitingRound } from './funding/funding.ts';
import { maintenanceOf } from './tiers.ts';

/** What the reader answers about contracts. Nothing here changes state. */

/** The current state of a position. */
export function contractPositionView(s: State, ins: Instrument, slot: number): PositionView {
  const { f, i } = s.positions.store;
  const contract = ins.contract!;
  const unrealised = profitOf(s, ins, slot, contract.markTicks);
  const maintenance = maintenanceOf(contract.rules.tiers, f[slot * positionWidth + Pos.entryValue]!);
  const segmented = modeOf(i[slot * positionInts + PosI.flags]!) === MarginMode.segmented;
  const event = positionNow(s, ins, slot);
  return {
    ...event,
    markTicks: contract.markTicks,
    unrealised,
    maintenance,
    marginRatioPpm: segmented
      ? marginRatio(maintenance, event.margin + unrealised)
      : fullRatio(s, i[slot * positionInts + PosI.owner]!, ins),
    protections: [...(s.exits.of(event.position)?.parts ?? [])].sort((a, b) => a - b),
  };
}

function fullRatio(s: State, owner: number, ins: Instrument): number {
  const account = backing(s, owner, ins.quote);
  return marginRatio(account.maintenance, fullEquity(s, account));
}

/** The asset that margins contracts: the quote asset of the first one defined. */
const marginAsset = (s: State): Asset | undefined => s.instruments.list.find(({ contract }) => contract !== undefined)?.quote;

export function marginAccountView(s: State, owner: number): MarginAccountView {
  const asset = marginAsset(s);
  if (asset === undefined || owner === 0) {
    return {
      asset: asset?.asset ?? 0,
      available: 0n,
      frozen: 0n,
      positionMargin: 0,
      orderMargin: 0,
      free: 0,
      equity: 0,
      unrealised: 0,
      maintenance: 0,
      marginRatioPpm: 0,
    };
  }
  const account = backing(s, owner, asset);
  const equity = fullEquity(s, account);
  return {
    asset: asset.asset,
    available: s.ledger.available(account.balance),
    frozen: s.ledger.frozen(account.balance),
    positionMargin: account.margins,
    orderMargin: account.frozen - account.margins,
    free: freeOf(account),
    equity,
    unrealised: account.profit - account.loss,
    maintenance: account.maintenance,
    marginRatioPpm: marginRatio(account.maintenance, equity),
  };
}

/** The current state of a contract; undefined before its margin rules are known. */
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
    fundingWaits: waitingRound(s, ins, contract),
    nextFunding: nextRound(s.time, contract.rules.fundingIntervalMs),
    openLots: contract.openLots,
    longPositions: contract.longs.size,
    shortPositions: contract.shorts.size,
    insurance: s.ledger.available(fund),
    deleveraged: contract.deleveraged,
  };
}
