import { MarginMode, OrderPriceType, PositionAction, PositionDirection, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { Command, DefineContract, PlaceContractOrder } from '../commands.ts';
import { House } from '../core/accounts.ts';
import type { Limits } from '../core/limits.ts';
import type { Outcome } from '../events.ts';
import { MarginAuditor } from '../oracle/margin.ts';
import { Protection } from '../oracle/protection.ts';
import { TestVenue } from './venue.ts';

/** One USDT in minor units. */
export const whole = 1_000_000;
/** One lot at one tick is a hundredth of a USDT, so a lot is worth 100 USDT at the first price of 10,000 ticks. */
export const unit = 10_000;
export const begin = 1_700_006_400_000;
export const coin = 1;
export const gold = 2;

/** Maintenance of 1, 2.5 and 5 % on entry values up to 10,000, 50,000 and 500,000 USDT; funding every eight hours, capped at 0.75 %. */
export const floorRules: Omit<DefineContract, 'instrument'> = {
  kind: 'defineContract',
  tiers: [
    { maxNotional: 10_000 * whole, maxLeverage: 50, maintenancePpm: 10_000 },
    { maxNotional: 50_000 * whole, maxLeverage: 20, maintenancePpm: 25_000 },
    { maxNotional: 500_000 * whole, maxLeverage: 10, maintenancePpm: 50_000 },
  ],
  liquidationFeePpm: 0,
  markBandBps: 500,
  fundingIntervalMs: 28_800_000,
  interestE8: 0,
  fundingCapE8: 750_000,
  fundingInParts: true,
};

export interface FloorOptions {
  limits?: Partial<Limits> | undefined;
  takerPpm?: number | undefined;
  makerPpm?: number | undefined;
  bandBps?: number | undefined;
  rules?: Partial<DefineContract> | undefined;
}

/**
 * A venue with two perpetual contracts, COIN and GOLD, both starting at 10,000 ticks. After every command an auditor that knows only recorded events
 * recomputes marks, margins, funding and liquidations.
 */
export class ContractFloor extends TestVenue {
  readonly auditor = new MarginAuditor();
  private readonly kept = new Protection();
  private references = 0;

  constructor({ limits = {}, takerPpm = 0, makerPpm = 0, bandBps = 2000, rules = {} }: FloorOptions = {}) {
    super(limits, begin);
    this.must({ kind: 'defineAsset', asset: 1, code: 'COIN', scale: 3, assetKind: 3 });
    this.must({ kind: 'defineAsset', asset: 2, code: 'USDT', scale: 6, assetKind: 2 });
    for (const instrument of [coin, gold]) {
      this.must({
        kind: 'defineInstrument',
        instrument,
        symbol: instrument === coin ? 'COIN-PERP' : 'GOLD-PERP',
        instrumentKind: 2,
        baseAsset: 1,
        quoteAsset: 2,
        lotUnits: 1n,
        quoteUnitsPerTickLot: unit,
        minLots: 1,
        maxLots: 1_000_000,
        minNotional: 1,
        bandBps,
        takerFeePpm: [takerPpm],
        makerFeePpm: [makerPpm],
        keepsProtection: true,
        status: 1,
      });
      this.must({ ...floorRules, ...rules, kind: 'defineContract', instrument });
    }
    this.must({ kind: 'openAccount', account: House.marketMaker, feeClass: 0 });
    this.tick(coin, 10_000);
    this.tick(gold, 10_000);
  }

  /** Opens a customer account with this many USDT in the contract wallet. */
  open(account: number, money: number): void {
    this.must({ kind: 'openAccount', account, feeClass: 0 });
    this.must({ kind: 'grantDemo', account });
    if (money > 0) this.deposit(account, money);
  }

  deposit(account: number, money: number): void {
    const amount = BigInt(Math.round(money * whole));
    this.must({ kind: 'transfer', account, from: Wallet.coin, to: Wallet.contract, asset: 2, amount });
  }

  fund(account: number, money: number): void {
    this.references += 1;
    const amount = BigInt(Math.round(money * whole));
    this.must({ kind: 'fundHouse', account, wallet: Wallet.contract, asset: 2, amount, number: this.references });
  }

  /** `agoMs`: how old it is by its feed's own time. */
  tick(instrument: number, priceTicks: number, agoMs = 0): Outcome {
    return this.apply({ kind: 'feedTicks', source: 'index', items: [{ instrument, priceTicks, time: this.time - agoMs }] });
  }

  /** The feed had nothing up to so long ago. */
  quiet(instrument: number, agoMs: number): Outcome {
    return this.apply({ kind: 'feedQuiet', source: 'index', items: [{ instrument, time: this.time - agoMs }] });
  }

  place(order: Partial<PlaceContractOrder> & Pick<PlaceContractOrder, 'account' | 'direction' | 'lots'>): Outcome {
    return this.apply(contractOrder(order));
  }

  override apply(command: Command): Outcome {
    const { outcome, events, sequenced } = this.send(command);
    this.kept.hear(events, (fate) => this.count(fate));
    this.auditor.hear(sequenced, events);
    this.auditor.check(this.engine.nextTimer() <= this.time);
    return outcome;
  }

  /** Available and frozen in a contract wallet, in minor units. */
  wallet(account: number): [bigint, bigint] {
    const held = this.engine.balances(account).find(({ wallet }) => wallet === Wallet.contract);
    return [held?.available ?? 0n, held?.frozen ?? 0n];
  }
}

export const contractOrder = (
  order: Partial<PlaceContractOrder> & Pick<PlaceContractOrder, 'account' | 'direction' | 'lots'>,
): PlaceContractOrder => ({
  kind: 'placeContractOrder',
  instrument: coin,
  action: PositionAction.open,
  type: (order.priceTicks ?? 0) > 0 ? OrderPriceType.limit : OrderPriceType.market,
  tif: TimeInForce.gtc,
  priceTicks: 0,
  triggerTicks: 0,
  mode: MarginMode.segmented,
  leverage: 10,
  postOnly: false,
  takeProfitTicks: 0,
  stopLossTicks: 0,
  ...order,
});

export const { long, short } = PositionDirection;
