import { firstCustomer, firstHouse, House } from '../core/accounts.ts';
import type { Limits } from '../core/limits.ts';
import { dayMs, demoAssetCode, demoGrantWhole, earliestLimits } from '../core/limits.ts';

export { Protection } from './protection.ts';
export { Settlements } from './settlements.ts';
export { TimedOracle, type TimedVerdict } from './timed.ts';

import { AssetKind, InstrumentKind, InstrumentStatus, type OrderSide, Venue, Wallet } from '@bourse/protocol/enums';
import type { ErrorName } from '@bourse/protocol/errors';
import type { BalanceView, LevelView } from '../api.ts';
import type { BatchItem, Command, DefineAsset, DefineInstrument, FeedTicks, FundHouse, SequencedCommand, Transfer } from '../commands.ts';
import { commandByKind } from '../declared.ts';
import type { Allowed } from '../define/declare.ts';
import { checkFields } from '../define/field.ts';
import type { Outcome } from '../events.ts';
import { isMarket, type OracleOrder, reservedFor } from './books.ts';
import { Trading } from './trading.ts';
import { Vault } from './vault.ts';
import type { Meaning } from './venue-state.ts';

export type { Meaning } from './venue-state.ts';

const done: Outcome = { ok: true, result: { kind: 'done' } };
const no = (error: ErrorName): Outcome => ({ ok: false, error });
const whole = (value: unknown, from: number, to: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;
const id = (value: unknown) => whole(value, 1, 2 ** 31 - 1);
const one = (values: object, value: unknown) => (Object.values(values) as unknown[]).includes(value);
const money = (value: unknown) => typeof value === 'bigint' && value > 0n && value < 1n << 80n;

/**
 * A second, slow and obvious engine for tests: maps, arrays and bigint, and every question answered by looking at everything. It decides the same commands
 * and must reach the same outcomes, fills and balances. Where the two differ, one of them is wrong.
 */
export class Oracle {
  readonly venue: Venue;
  readonly limits: Limits;
  readonly vault = new Vault();
  readonly trading: Trading;
  private readonly assets = new Map<number, DefineAsset>();
  private readonly accounts = new Set<number>();
  private readonly granted = new Map<number, number>();
  private readonly booked = new Set<number>();
  private readonly sources = new Set<string>();
  private readonly switches = new Map<number, number>();

  constructor(venue: Venue, limits: Partial<Limits> = {}) {
    this.venue = venue;
    this.limits = { ...earliestLimits, ...limits };
    this.trading = new Trading(this.vault, this.limits);
  }

  /** Decides a command. `meanings` tells what it did, until the next command. */
  apply({ time, command }: SequencedCommand): Outcome {
    const t = this.trading;
    t.meanings = [];
    t.time = time;
    t.woken = 0;
    const due = [...this.switches].filter(([, at]) => at <= time).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    for (const [account] of due.slice(0, this.limits.timersPerCommand)) {
      this.switches.delete(account);
      t.cancelUnattended(account);
    }
    for (const ins of t.instruments.values()) if (ins.backlog) t.wake(ins);
    for (const ins of t.instruments.values()) if (ins.reviewDue) t.reviewHeld(ins);
    return this.decide(command);
  }

  get meanings(): readonly Meaning[] {
    return this.trading.meanings;
  }

  balances(account: number): BalanceView[] {
    return this.vault.of(account);
  }

  /** An account's open orders, in the form that is compared with the engine's view. */
  openOrders(account: number) {
    return [...this.trading.open.values()]
      .filter((order) => order.account === account)
      .sort((a, b) => a.id - b.id)
      .map((order) => this.view(order));
  }

  depth(instrument: number, side: OrderSide): LevelView[] {
    const ins = this.trading.instruments.get(instrument);
    const levels: LevelView[] = [];
    for (const order of ins === undefined ? [] : this.trading.side(ins, side)) {
      const priceTicks = Number(order.price);
      const last = levels.at(-1);
      const open = Number(order.lots - order.filled);
      if (last?.priceTicks === priceTicks) levels[levels.length - 1] = { priceTicks, lots: last.lots + open, orders: last.orders + 1 };
      else levels.push({ priceTicks, lots: open, orders: 1 });
    }
    return levels;
  }

  private view(order: OracleOrder) {
    const { rules } = this.trading.instruments.get(order.instrument)!;
    return {
      order: order.id,
      status: order.status,
      priceTicks: isMarket(order.type) ? 0 : Number(order.price),
      lots: Number(order.lots),
      filledLots: Number(order.filled),
      filledQuote: Number(order.filledQuote),
      reserved: reservedFor(order, rules),
      placedAt: order.placedAt,
    };
  }

  private decide(c: Command): Outcome {
    const t = this.trading;
    const declaration = commandByKind.get(c.kind);
    if (declaration === undefined) return no('badRequest');
    if (declaration.by === 'customer' && 'account' in c && !this.accounts.has(c.account)) return no('accountUnknown');
    const closed = this.closed(declaration.allowed);
    if (closed !== undefined) return closed;
    const wrong = declaration.checksItself ? undefined : checkFields(Object.entries(declaration.fields), { ...c });
    if (wrong !== undefined) return no(wrong.refusal ?? 'badRequest');
    switch (c.kind) {
      case 'placeOrder':
        return this.accounts.has(c.account) ? t.place(c.account, c) : no('accountUnknown');
      case 'amendOrder':
        return this.accounts.has(c.account) ? t.amend(c.account, c) : no('accountUnknown');
      case 'cancelOrder':
        return this.accounts.has(c.account) ? t.cancel(c.account, c.order) : no('accountUnknown');
      case 'cancelAllOrders': {
        if (!this.accounts.has(c.account)) return no('accountUnknown');
        if (t.mode === 'readOnly') return no('readOnly');
        if (c.instrument !== 0 && !t.instruments.has(c.instrument)) return no('instrumentUnknown');
        return { ok: true, result: { kind: 'cancelled', orders: t.cancelAll(c.account, c.instrument, 'cancelledByCustomer') } };
      }
      case 'orderBatch': {
        if (!this.accounts.has(c.account)) return no('accountUnknown');
        if (!Array.isArray(c.items) || c.items.length === 0) return no('badRequest');
        if (c.items.length > this.limits.batchItems) return no('batchTooLarge');
        return { ok: true, result: { kind: 'batch', items: c.items.map((item) => this.item(c.account, item)) } };
      }
      case 'cancelAllAfter': {
        if (!this.accounts.has(c.account)) return no('accountUnknown');
        if (t.mode === 'readOnly') return no('readOnly');
        if (!whole(c.timeoutMs, 0, this.limits.cancelAfterMs)) return no('badRequest');
        this.switches.delete(c.account);
        if (c.timeoutMs > 0) this.switches.set(c.account, t.time + c.timeoutMs);
        return done;
      }
      case 'feedTicks':
        return this.tick(c);
      case 'openAccount': {
        if (!id(c.account) || (c.account < firstCustomer && c.account !== House.marketMaker)) return no('badRequest');
        if (!whole(c.feeClass, 0, 63)) return no('badRequest');
        if (this.accounts.has(c.account)) return no('accountExists');
        const customers = [...this.accounts].filter((account) => account !== House.marketMaker).length;
        if (c.account >= firstCustomer && customers + firstHouse.length >= this.limits.accounts) return no('overloaded');
        this.accounts.add(c.account);
        t.feeClasses.set(c.account, c.feeClass);
        return done;
      }
      case 'setFeeClass':
        if (!whole(c.feeClass, 0, 63)) return no('badRequest');
        if (!this.accounts.has(c.account)) return no('accountUnknown');
        t.feeClasses.set(c.account, c.feeClass);
        return done;
      case 'defineLevels':
        return t.levels.define(c, this.assets.has(c.asset));
      case 'buyLevel':
        return this.accounts.has(c.account) ? t.levels.buy(c, t.feeClasses.get(c.account) ?? 0, this.vault, t.time) : no('accountUnknown');
      case 'fundHouse':
        return this.fund(c);
      case 'grantDemo':
        return this.grant(c.account);
      case 'transfer':
        return this.transfer(c);
      case 'defineAsset': {
        if (!id(c.asset) || typeof c.code !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,23}$/.test(c.code)) return no('badRequest');
        if (!whole(c.scale, 0, 18) || !one(AssetKind, c.assetKind)) return no('badRequest');
        const known = this.assets.get(c.asset);
        if (known !== undefined) {
          return known.code === c.code && known.scale === c.scale && known.assetKind === c.assetKind ? done : no('badRequest');
        }
        if ([...this.assets.values()].some(({ code }) => code === c.code)) return no('badRequest');
        if (this.assets.size >= this.limits.assets) return no('overloaded');
        this.assets.set(c.asset, c);
        if (c.code === 'USDT') t.levels.usdt = c.asset;
        return done;
      }
      case 'defineInstrument':
        return this.define(c);
      case 'setInstrumentStatus': {
        const ins = t.instruments.get(c.instrument);
        if (ins === undefined) return no('instrumentUnknown');
        if (!one(InstrumentStatus, c.status)) return no('badRequest');
        ins.status = c.status;
        return done;
      }
      case 'setTradingMode':
        if (!['normal', 'cancelOnly', 'readOnly'].includes(c.mode)) return no('badRequest');
        t.mode = c.mode;
        return done;
      case 'advanceTime':
        return done;
      default:
        return no('badRequest');
    }
  }

  private closed(allowed: Allowed): Outcome | undefined {
    const { mode } = this.trading;
    if (mode === 'normal' || allowed === 'always') return undefined;
    if (mode === 'readOnly') return no('readOnly');
    return allowed === 'whenTrading' ? no('venueCancelOnly') : undefined;
  }

  private item(account: number, item: BatchItem): Outcome {
    const closed = this.closed(commandByKind.get(item?.kind)?.allowed ?? 'always');
    if (closed !== undefined) return closed;
    if (item?.kind === 'placeOrder') return this.trading.place(account, item);
    if (item?.kind === 'amendOrder') return this.trading.amend(account, item);
    if (item?.kind === 'cancelOrder') return this.trading.cancel(account, item.order);
    return no('badRequest');
  }

  private define(c: DefineInstrument): Outcome {
    const rates = (list: unknown) =>
      Array.isArray(list) && list.length >= 1 && list.length <= 64 && list.every((r) => whole(r, 0, 1_000_000));
    const safe = Number.MAX_SAFE_INTEGER;
    if (!id(c.instrument) || typeof c.symbol !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9./_-]{0,31}$/.test(c.symbol)) return no('badRequest');
    if (!one(InstrumentKind, c.instrumentKind)) return no('badRequest');
    if (!this.assets.has(c.baseAsset) || !this.assets.has(c.quoteAsset)) return no('assetUnknown');
    if (c.baseAsset === c.quoteAsset || typeof c.lotUnits !== 'bigint' || c.lotUnits < 1n || c.lotUnits > BigInt(safe))
      return no('badRequest');
    if (!whole(c.quoteUnitsPerTickLot, 1, safe) || !whole(c.minLots, 1, safe) || !whole(c.maxLots, c.minLots, safe))
      return no('badRequest');
    if (!whole(c.minNotional, 0, safe) || !whole(c.bandBps, 1, 1_000_000)) return no('badRequest');
    if (!rates(c.takerFeePpm) || !rates(c.makerFeePpm) || !one(InstrumentStatus, c.status)) return no('badRequest');
    if (c.keepsProtection !== undefined && typeof c.keepsProtection !== 'boolean') return no('badRequest');
    const known = this.trading.instruments.get(c.instrument);
    if (known === undefined) {
      if (this.trading.instruments.size >= this.limits.instruments) return no('overloaded');
      this.trading.instruments.set(c.instrument, {
        rules: c,
        status: c.status,
        reference: 0n,
        referenceTime: 0,
        source: '',
        high: 0n,
        low: 0n,
        backlog: false,
        reviewDue: false,
      });
      return done;
    }
    for (const field of ['instrumentKind', 'baseAsset', 'quoteAsset', 'lotUnits', 'quoteUnitsPerTickLot'] as const) {
      if (known.rules[field] !== c[field]) return no('badRequest');
    }
    known.rules = c;
    known.status = c.status;
    return done;
  }

  private tick(c: FeedTicks): Outcome {
    const t = this.trading;
    if (typeof c.source !== 'string' || c.source.length < 1 || c.source.length > 32) return no('badRequest');
    if (!Array.isArray(c.items) || c.items.length > this.limits.ticksPerCommand) return no('badRequest');
    for (const item of c.items) {
      if (!t.instruments.has(item.instrument)) return no('instrumentUnknown');
      if (!whole(item.priceTicks, 1, Number.MAX_SAFE_INTEGER)) return no('priceInvalid');
      if (!whole(item.time, 0, Number.MAX_SAFE_INTEGER)) return no('badRequest');
    }
    if (!this.sources.has(c.source) && this.sources.size >= this.limits.sources) return no('overloaded');
    this.sources.add(c.source);
    for (const item of c.items) {
      const ins = t.instruments.get(item.instrument)!;
      const time = Math.min(item.time, t.time);
      if (item.time > t.time + this.limits.tickAheadMs || time < ins.referenceTime) continue;
      const price = BigInt(item.priceTicks);
      ins.reference = price;
      ins.referenceTime = time;
      ins.source = c.source;
      ins.high = ins.backlog && ins.high > price ? ins.high : price;
      ins.low = ins.backlog && ins.low < price ? ins.low : price;
      t.reviewHeld(ins);
      t.wake(ins);
    }
    return done;
  }

  private holds(wallet: Wallet, asset: number): boolean {
    const kind = this.assets.get(asset)!.assetKind;
    if (kind === AssetKind.share) return wallet === Wallet.stock;
    if (kind === AssetKind.coin) return wallet === Wallet.coin || wallet === Wallet.wealth;
    return true;
  }

  private fund(c: FundHouse): Outcome {
    if (!firstHouse.includes(c.account) || c.account === House.external || c.account === House.clearing) return no('accountUnknown');
    if (!this.assets.has(c.asset)) return no('assetUnknown');
    if (!this.holds(c.wallet, c.asset)) return no('transferNotAllowed');
    if (!money(c.amount)) return no('amountInvalid');
    if (this.booked.has(c.number)) return no('referenceBooked');
    if (c.number > Math.max(0, ...this.booked) + 65_536) return no('badRequest');
    if (c.amount - this.vault.available(House.external, c.wallet, c.asset) >= 1n << 80n) return no('amountInvalid');
    this.booked.add(c.number);
    this.vault.change(House.external, c.wallet, c.asset, -c.amount, 0n);
    this.vault.change(c.account, c.wallet, c.asset, c.amount, 0n);
    return done;
  }

  private grant(account: number): Outcome {
    if (this.venue !== Venue.demo) return no('forbidden');
    if (this.trading.mode === 'readOnly') return no('readOnly');
    if (!this.accounts.has(account) || account < firstCustomer) return no('accountUnknown');
    const asset = [...this.assets.values()].find(({ code }) => code === demoAssetCode);
    if (asset === undefined) return no('assetUnknown');
    const day = Math.floor(this.trading.time / dayMs);
    if (this.granted.get(account) === day) return no('demoGrantUsed');
    const held = this.vault.available(account, Wallet.coin, asset.asset) + this.vault.frozen(account, Wallet.coin, asset.asset);
    const amount = demoGrantWhole * 10n ** BigInt(asset.scale) - held;
    if (amount <= 0n) return no('demoGrantFull');
    this.granted.set(account, day);
    this.vault.change(House.external, Wallet.coin, asset.asset, -amount, 0n);
    this.vault.change(account, Wallet.coin, asset.asset, amount, 0n);
    return { ok: true, result: { kind: 'granted', asset: asset.asset, amount } };
  }

  private transfer(c: Transfer): Outcome {
    if (this.trading.mode === 'readOnly') return no('readOnly');
    if (!this.accounts.has(c.account)) return no('accountUnknown');
    if (!one(Wallet, c.from) || !one(Wallet, c.to)) return no('walletUnknown');
    if (c.from === c.to) return no('walletSame');
    if (!this.assets.has(c.asset)) return no('assetUnknown');
    if (!this.holds(c.from, c.asset) || !this.holds(c.to, c.asset)) return no('transferNotAllowed');
    if (!money(c.amount)) return no('amountInvalid');
    if (this.vault.available(c.account, c.from, c.asset) < c.amount) return no('insufficientBalance');
    this.vault.change(c.account, c.from, c.asset, -c.amount, 0n);
    this.vault.change(c.account, c.to, c.asset, c.amount, 0n);
    return done;
  }
}
