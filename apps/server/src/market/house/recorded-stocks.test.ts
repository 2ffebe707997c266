import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Command, createEngine, type Engine, type EngineEvent, House, usualActor } from '@bourse/engine';
import { AssetKind, InstrumentKind, OrderPriceType, PositionAction, PositionDirection, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { describe, expect, it } from 'vitest';
import { sessionsOf } from '../catalogue/catalogue.ts';
import { sessionsAround } from './calendars.ts';

const calendars = process.env['BOURSE_CALENDARS'];
const sessionsFile = calendars ? join(calendars, 'xnys.csv.gz') : '';
const hasSessions = sessionsFile !== '' && existsSync(sessionsFile);
if (!hasSessions) console.log('stocks: skipped recorded New York sessions: BOURSE_CALENDARS names no folder with xnys.csv.gz');
const actions = process.env['BOURSE_CORPORATE_ACTIONS'];
const factorsFile = actions ? join(actions, 'aapl-factors.csv') : '';
const hasFactors = factorsFile !== '' && existsSync(factorsFile);
if (!hasFactors)
  console.log('stocks: skipped Apple’s splits and dividends: BOURSE_CORPORATE_ACTIONS names no folder with aapl-factors.csv');

const usd = 1;
const share = 2;
const aapl = 3001;
const holder = 100_000;
const seller = 100_001;

/** An engine with one stock, its time, and all its events. */
class Venue {
  readonly engine: Engine = createEngine({ venue: 'demo' });
  readonly events: EngineEvent[] = [];
  time: number;

  constructor(start: number) {
    this.time = start;
    this.must({ kind: 'defineAsset', asset: usd, code: 'USDT', scale: 2, assetKind: AssetKind.stablecoin });
    this.must({ kind: 'defineAsset', asset: share, code: 'AAPL', scale: 0, assetKind: AssetKind.share });
    this.must({
      kind: 'defineInstrument',
      instrument: aapl,
      symbol: 'AAPL',
      instrumentKind: InstrumentKind.stock,
      baseAsset: share,
      quoteAsset: usd,
      lotUnits: 1n,
      quoteUnitsPerTickLot: 1,
      minLots: 1,
      maxLots: 1_000_000,
      minNotional: 1,
      bandBps: 1000,
      takerFeePpm: [0],
      makerFeePpm: [0],
      keepsProtection: false,
      status: 1,
    });
  }

  apply(command: Command) {
    const outcome = this.engine.apply({
      seq: this.engine.seq + 1,
      time: this.time,
      commandId: new Uint8Array(16),
      actor: usualActor(command),
      command,
    });
    this.events.push(...this.engine.takeEvents());
    return outcome;
  }

  must(command: Command): void {
    const outcome = this.apply(command);
    if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.error} ${JSON.stringify(outcome.detail)}`);
    this.engine.checkInvariants();
  }

  defineStock(): void {
    this.must({
      kind: 'defineStock',
      instrument: aapl,
      calendar: 1,
      limitBps: 0,
      maxLeverage: 2,
      maintenancePpm: 300_000,
      shortable: true,
      interestPpm: 0,
      borrowPpm: 0,
      stampDutyPpm: 0,
      dayTradeRule: false,
      stopsWait: true,
      marginWarnings: true,
    });
  }

  tick(priceTicks: number): void {
    this.must({ kind: 'feedTicks', source: 'recorded', items: [{ instrument: aapl, priceTicks, time: this.time }] });
  }
}

const recordedSessions = () =>
  gunzipSync(readFileSync(sessionsFile))
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([, open = '', close = '']) => ({ open: Date.parse(open), close: Date.parse(close) }));

describe('recorded days', () => {
  it.skipIf(!hasSessions)('the engine opens and closes a stock exactly when New York did, told week by week as the server tells it', () => {
    const [from, to] = [Date.UTC(2018, 0, 1), Date.UTC(2021, 11, 31)];
    const venue = new Venue(from);
    venue.must({ kind: 'defineCalendar', calendar: 1, sessions: sessionsAround(sessionsOf('XNYS')!, from) });
    venue.defineStock();
    const turns: { open: number; close: number }[] = [];
    for (let week = from; week < to; week += 7 * 86_400_000) {
      venue.time = Math.max(venue.time, week);
      venue.must({ kind: 'defineCalendar', calendar: 1, sessions: sessionsAround(sessionsOf('XNYS')!, week) });
      while (venue.engine.nextTimer() < week + 7 * 86_400_000) {
        venue.time = venue.engine.nextTimer();
        const before = venue.events.length;
        venue.must({ kind: 'advanceTime' });
        for (const event of venue.events.slice(before)) {
          if (event.kind === 'dayLimits') turns.push({ open: venue.time, close: event.close });
          else if (event.kind === 'instrumentStatus' && event.status === 4) expect(turns.at(-1)?.close).toBe(venue.time);
        }
      }
    }
    const recorded = recordedSessions().filter(({ open }) => open >= from && open < venue.time);
    expect(turns).toEqual(recorded);
    expect(turns.length).toBeGreaterThan(1000);
  });

  it.skipIf(!hasSessions || !hasFactors)(
    'a share of Apple from 2000 on: its real splits and dividends reach a long, a short and the pool',
    () => {
      const rows = readFileSync(factorsFile, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(','))
        .map(([day = '', price = '', split = '', close = '']) => ({
          day,
          price: Number(price),
          split: Number(split),
          close: Number(close),
        }));
      const days = rows.slice(1, -1).map(({ day }) => Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6))));
      const recorded = recordedSessions();
      const sessionOf = (day: number) => recorded.find(({ open }) => open >= day && open < day + 86_400_000)!;
      const venue = new Venue(days[0]!);
      // The calendar needs only the days of the actions. The recording knows when they opened and closed.
      venue.must({ kind: 'defineCalendar', calendar: 1, sessions: days.map(sessionOf) });
      venue.defineStock();
      for (const account of [holder, seller]) {
        venue.must({ kind: 'openAccount', account, feeClass: 0 });
        venue.must({ kind: 'grantDemo', account });
        venue.must({ kind: 'transfer', account, from: Wallet.coin, to: Wallet.stock, asset: usd, amount: 10_000_000n });
      }
      venue.must({ kind: 'fundHouse', account: House.loanPool, wallet: Wallet.stock, asset: share, amount: 1000n, number: 1 });
      venue.time = sessionOf(days[0]!).open;
      venue.tick(Math.round(rows[1]!.close * 100));
      const price = Math.round(rows[1]!.close * 100);
      for (const [account, direction] of [
        [holder, PositionDirection.long],
        [seller, PositionDirection.short],
      ] as const)
        venue.must({
          kind: 'placeStockOrder',
          account,
          instrument: aapl,
          direction,
          action: PositionAction.open,
          type: OrderPriceType.limit,
          tif: TimeInForce.gtc,
          priceTicks: price,
          triggerTicks: 0,
          lots: 10,
          leverage: 1,
          postOnly: false,
          takeProfitTicks: 0,
          stopLossTicks: 0,
          upperCircuit: false,
        });
      let shares = 10;
      let dividends = 0;
      for (const [index, day] of days.entries()) {
        const [row, next] = [rows[index + 1]!, rows[index + 2]!];
        const { open, close } = sessionOf(day);
        venue.time = Math.max(venue.time, open);
        venue.tick(Math.round(row.close * 100));
        const ratio = Math.round(next.split / row.split);
        const dividend = Math.round(row.close * (1 - row.price / next.price) * 100);
        const base = { kind: 'corporateAction', instrument: aapl, source: 'recorded factors' } as const;
        const split: Command = { ...base, action: 'split', numerator: ratio, denominator: 1, amount: 0, reference: `split ${row.day}` };
        const cash: Command = { ...base, action: 'dividend', numerator: 1, denominator: 1, amount: dividend, reference: `cash ${row.day}` };
        expect(venue.apply(dividend > 0 ? cash : split)).toEqual({ ok: false, error: 'corporateActionInSession' });
        venue.time = close;
        if (dividend > 0) venue.must(cash);
        if (ratio > 1) venue.must(split);
        dividends += shares * dividend;
        shares *= ratio;
      }
      // The first factor is the number of shares of that time in one share of today: the product of all splits since.
      expect(shares).toBe(10 * Math.round(1 / rows[1]!.split));
      expect(shares).toBe(1120);
      const [long] = venue.engine.positions(holder);
      const [short] = venue.engine.positions(seller);
      expect(long).toMatchObject({ lots: shares, entryValue: 10 * price, funding: dividends });
      expect(short).toMatchObject({ lots: shares, funding: -dividends });
      const wallet = (account: number, asset: number) =>
        venue.engine.balances(account).find((one) => one.wallet === Wallet.stock && one.asset === asset)!;
      expect(wallet(holder, share).available).toBe(BigInt(shares));
      expect(wallet(House.loanPool, share).available).toBe(BigInt(990 * (shares / 10)));
      expect(dividends).toBeGreaterThan(10_000);
    },
  );
});
