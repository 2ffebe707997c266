import { Wallet } from '@bourse/protocol/enums';
import { expect, test } from 'vitest';
import type { Command } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { acme, dayOpen, firstDay, malay, StockDuel, usdt } from '../testing/stock-duel.ts';

const account = 100_000;
const wrong = [Number.NaN, -1, 0.5, 2 ** 53, Number.POSITIVE_INFINITY, '5', null, undefined, {}, 5n, true];

const good: Command[] = [
  { kind: 'defineCalendar', calendar: 3, sessions: [{ open: dayOpen(0), close: dayOpen(0) + 1 }] },
  {
    kind: 'defineStock',
    instrument: acme,
    calendar: 1,
    limitBps: 100,
    maxLeverage: 4,
    maintenancePpm: 150_000,
    shortable: true,
    interestPpm: 1,
    borrowPpm: 1,
    stampDutyPpm: 1,
    dayTradeRule: true,
    stopsWait: true,
    marginWarnings: true,
  },
  {
    kind: 'placeStockOrder',
    account,
    instrument: acme,
    direction: 1,
    action: 1,
    type: 3,
    tif: 1,
    priceTicks: 101,
    triggerTicks: 101,
    lots: 1,
    leverage: 2,
    postOnly: false,
    takeProfitTicks: 110,
    stopLossTicks: 90,
    upperCircuit: false,
  },
  { kind: 'setDayTrade', account, allowed: true },
  {
    kind: 'corporateAction',
    instrument: acme,
    action: 'dividend',
    numerator: 1,
    denominator: 1,
    amount: 1,
    source: 'somebody',
    reference: 'something',
  },
];

function stage(): StockDuel {
  const duel = new StockDuel();
  duel.must({ kind: 'openAccount', account, feeClass: 0 });
  duel.must({ kind: 'grantDemo', account });
  duel.must({ kind: 'transfer', account, from: Wallet.coin, to: Wallet.stock, asset: usdt, amount: 1_000_000_000n });
  duel.must({ kind: 'fundHouse', account: House.loanPool, wallet: Wallet.stock, asset: usdt, amount: 10n ** 9n, number: 500 });
  return duel;
}

const visible = (duel: StockDuel) =>
  JSON.stringify(
    [duel.engine.balances(account), duel.engine.openOrders(account), duel.engine.stock(acme), duel.engine.mayDayTrade(account)],
    (_, value) => (typeof value === 'bigint' ? `${value}` : value),
  );

for (const command of good) {
  test(`${command.kind}: a field that is none is refused by name and changes nothing; the same with right fields is taken`, () => {
    const duel = stage();
    const inSession = command.kind === 'placeStockOrder';
    if (inSession) duel.time = dayOpen(0);
    duel.tick(acme, 100);
    const before = visible(duel);
    for (const field of Object.keys(command).filter((name) => name !== 'kind')) {
      const right = command[field as keyof Command] as unknown;
      for (const value of wrong) {
        const alike = typeof value === 'string' ? typeof right === 'string' : value === true && typeof right === 'boolean';
        if (alike) continue;
        const outcome = duel.apply({ ...command, [field]: value } as unknown as Command);
        expect(outcome.ok, `${field} ${String(value)}`).toBe(false);
      }
    }
    expect(visible(duel)).toBe(before);
    expect(duel.apply(command)).toMatchObject({ ok: true });
  });
}

test('sessions ascend without overlap; a stock has whole shares, valid rates, and a known calendar that never changes', () => {
  const duel = stage();
  const stock = good[1]!;
  const refused = (command: Command, field: string) =>
    expect(duel.apply(command)).toMatchObject({ ok: false, error: 'badRequest', detail: { field } });
  const sessions = (...list: unknown[]): Command => ({
    kind: 'defineCalendar',
    calendar: 3,
    sessions: list as { open: number; close: number }[],
  });
  refused(sessions({ open: 5, close: 5 }), 'sessions');
  refused(sessions({ open: 5, close: 9 }, { open: 8, close: 10 }), 'sessions');
  refused(sessions(null), 'sessions');
  refused({ ...stock, calendar: 2 } as Command, 'calendar');
  refused({ ...stock, instrument: malay, calendar: 9 } as Command, 'calendar');
  refused({ ...stock, maxLeverage: 7 } as Command, 'maintenancePpm');
  refused({ ...stock, limitBps: 10_001 } as Command, 'limitBps');
  expect(duel.apply(sessions({ open: firstDay + 5, close: firstDay + 9 }, { open: firstDay + 9, close: firstDay + 10 })).ok).toBe(true);
});

test('an announcement is applied once, a split must change something, and a dividend must have an amount', () => {
  const duel = stage();
  duel.tick(acme, 100);
  const dividend = good[4]!;
  const refused = (command: Partial<Command>, error: string) =>
    expect(duel.apply({ ...dividend, ...command } as Command)).toMatchObject({ ok: false, error });
  refused({ action: 'split', numerator: 2, denominator: 2, amount: 0 } as Partial<Command>, 'badRequest');
  refused({ action: 'split', numerator: 2, amount: 1 } as Partial<Command>, 'badRequest');
  refused({ amount: 0 } as Partial<Command>, 'badRequest');
  refused({ numerator: 2 } as Partial<Command>, 'badRequest');
  refused({ instrument: 99 } as Partial<Command>, 'instrumentUnknown');
  expect(duel.apply(dividend).ok).toBe(true);
  refused({}, 'referenceBooked');
});

test('shares are delivered to a trader only once there is a price, and in whole lots', () => {
  const duel = stage();
  const fund = (amount: bigint, number: number) =>
    duel.apply({ kind: 'fundHouse', account: House.marketMaker, wallet: Wallet.stock, asset: duel.shareOf(acme), amount, number });
  expect(fund(5n, 600)).toMatchObject({ ok: false, error: 'priceStale' });
  duel.tick(acme, 100);
  expect(fund(5n, 600).ok).toBe(true);
  duel.tick(acme, 110);
  expect(fund(5n, 601).ok).toBe(true);
  expect(duel.engine.positions(House.marketMaker)).toMatchObject([{ lots: 10, entryValue: 1_050_000_000, leverage: 1, loan: 0 }]);
});
