import { Wallet } from '@bourse/protocol/enums';
import { expect, test } from 'vitest';
import type { CorporateAction } from '../commands.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import type { Limits } from '../core/limits.ts';
import { acme, dayClose, dayOpen, StockDuel, usdt } from '../testing/stock-duel.ts';
import { marketOpens, stockScenario } from '../testing/stock-scenario.ts';

/** The engine handles one order or position with each command, so every command in these stories falls between two steps. */
const oneStep: Partial<Limits> = { stockStepsPerCommand: 1 };

const holders = `
  bank ana 2000
  bank ben 2000
  ${marketOpens(30, '10000 USDT 20 shares')}
  maker sells 20 @ 100
  ana buys 10 @ 100
  ben buys 10 @ 100
`;

stockScenario(
  'while a split is under way the stock takes no orders, and an account that sends a command is settled first',
  `${holders}
  ana buys 1 @ 90 as first
  ben buys 1 @ 91
  closes
  split 2 for 1
  => done
  ben holds long 10 for 1000 own 1000 owes 0
  ana buys 1 @ 40
  => refused overloaded
  ana holds long 20 for 1000 own 1000 owes 0
  ben holds long 10 for 1000 own 1000 owes 0
  ana cancels first                        # the split had cancelled it
  => refused orderFinished
  last corporateAction
  wait 0 s
  wait 0 s
  wait 0 s
  ben holds long 20 for 1000 own 1000 owes 0
  ana holds long 20 for 1000 own 1000 owes 0
  wait 0 s
  ana buys 1 @ 40
  => untriggered
  `,
  oneStep,
);

stockScenario(
  'a split that a restart interrupts continues where it stopped',
  `${holders}
  closes
  split 3 for 2
  restart
  ben protects long tp 120 sl 20
  => refused overloaded
  restart
  wait 0 s
  restart
  wait 0 s
  wait 0 s
  ana holds long 15 for 1000 own 1000 owes 0
  ben holds long 15 for 1000 own 1000 owes 0
  maker holds long 15 for 1000 own 1000 owes 0
  `,
  oneStep,
);

stockScenario(
  'a second action waits until the first is over, and no shares come in from outside meanwhile',
  `${holders}
  closes
  split 2 for 1
  => done
  dividend 1
  => refused overloaded
  wait 0 s
  wait 0 s
  wait 0 s
  dividend 1
  => done
  wait 0 s
  wait 0 s
  wait 0 s
  ana has 1019, 20 shares
  `,
  oneStep,
);

stockScenario(
  'a session that begins while a split is under way opens the stock when the split is over',
  `${holders}
  bank cat 2000
  maker sells 5 @ 100
  cat buys 5 @ 100
  closes
  split 2 for 1
  opens
  ben buys 1 @ 50
  => refused overloaded
  wait 0 s
  wait 0 s
  ben buys 1 @ 50
  => refused priceStale
  price 50
  maker sells 1 @ 50
  ben buys 1 @ 50
  => filled 1
  `,
  oneStep,
);

stockScenario(
  'a price during a split is for the new shares and has no effect until the split is over',
  `${holders}
  ana buys 4 @ 90
  ana protects long tp 0 sl 80
  closes
  split 2 for 1
  price 40
  wait 0 s
  wait 0 s
  wait 0 s
  wait 0 s
  ana holds long 20 for 1000 own 1000 owes 0
  book
  `,
  oneStep,
);

stockScenario(
  'a bounded number of day orders expires with each command; a new one for the next day stays',
  `
  bank ana 2000
  bank ben 2000
  opens
  price malay 100
  closes
  opens
  price malay 100
  ana queues 2 malay
  => open
  ben queues 3 malay
  => open
  ben queues 1 malay as last
  => open
  closes
  ben queues 4 malay as next
  => untriggered
  ben cancels last
  => refused orderFinished
  wait 0 s
  wait 0 s
  wait 0 s
  opens
  price malay 100
  book malay 110 x 4
  `,
  oneStep,
);

stockScenario(
  'resting orders outside the limits of a new day are cancelled before the stock opens',
  `
  bank ana 9000
  bank ben 9000
  opens
  price malay 100
  closes
  opens
  price malay 100
  ana buys 1 @ 108 malay
  ben buys 1 @ 109 malay
  ana buys 1 @ 80 malay
  => refused priceOutsideDayLimits
  ana buys 1 @ 107 malay
  ana buys 1 @ 95 malay
  price malay 91
  closes
  opens
  ben buys 1 @ 91 malay
  => untriggered
  price malay 91
  book malay 95 x 1, 91 x 1
  `,
  oneStep,
);

stockScenario(
  'an account with a long and a short is paid before it pays, and only once, whenever it sends a command',
  `
  bank ana 4000
  bank ben 4000
  ${marketOpens(30, '10000 USDT 20 shares')}
  maker sells 10 @ 100
  ben buys 5 @ 100
  ana buys 5 @ 100
  ben buys 5 @ 100
  ana shorts 5 @ 100 x2
  => filled 5
  closes
  ana has 3248 + 750, 5 shares
  dividend 2
  ana cancels nothing
  => refused orderUnknown
  ana has 3248 + 750, 5 shares
  wait 0 s
  wait 0 s
  wait 0 s
  wait 0 s
  ana has 3248 + 750, 5 shares
  ben has 3019.25, 10 shares
  `,
  oneStep,
);

/** Opens a short of ten shares at leverage 2 and two longs of five. */
function shortHolder(limits: Partial<Limits>, money: bigint): StockDuel {
  const duel = new StockDuel(limits);
  for (const [account, amount] of [
    [firstCustomer, money],
    [firstCustomer + 1, 5_000_000_000n],
    [firstCustomer + 2, 5_000_000_000n],
  ] as const) {
    duel.must({ kind: 'openAccount', account, feeClass: 0 });
    duel.must({ kind: 'grantDemo', account });
    duel.must({ kind: 'transfer', account, from: Wallet.coin, to: Wallet.stock, asset: usdt, amount });
  }
  const fund = (asset: number, amount: bigint) =>
    duel.must({ kind: 'fundHouse', account: House.loanPool, wallet: Wallet.stock, asset, amount, number: 700 + asset });
  fund(usdt, 10_000_000_000n);
  fund(duel.shareOf(acme), 100n);
  duel.time = dayOpen(0);
  duel.tick(acme, 100);
  const order = {
    kind: 'placeStockOrder',
    instrument: acme,
    action: 1,
    type: 2,
    tif: 1,
    priceTicks: 100,
    triggerTicks: 0,
    lots: 10,
    postOnly: false,
    takeProfitTicks: 0,
    stopLossTicks: 0,
    upperCircuit: false,
  } as const;
  duel.must({ ...order, account: firstCustomer, direction: 2, leverage: 2 });
  for (const account of [firstCustomer + 1, firstCustomer + 2]) duel.must({ ...order, account, direction: 1, leverage: 1, lots: 5 });
  duel.time = dayClose(0);
  while (duel.engine.nextTimer() <= duel.time) duel.must({ kind: 'advanceTime' });
  return duel;
}

const dividend: CorporateAction = {
  kind: 'corporateAction',
  instrument: acme,
  action: 'dividend',
  numerator: 1,
  denominator: 1,
  amount: 2_000_000,
  source: 'registrar',
  reference: 'dividend',
};

test('a short that moves its money away during a dividend pays first, as much as without the move', () => {
  const stays = shortHolder(oneStep, 600_000_000n);
  const moves = shortHolder(oneStep, 600_000_000n);
  for (const duel of [stays, moves]) expect(duel.apply(dividend).ok).toBe(true);
  const { available } = moves.wallet(firstCustomer, usdt);
  const away = { kind: 'transfer', account: firstCustomer, from: Wallet.stock, to: Wallet.coin, asset: usdt } as const;
  expect(moves.apply({ ...away, amount: available })).toMatchObject({ ok: false, error: 'insufficientBalance' });
  moves.must({ ...away, amount: available - 20_000_000n });
  for (const duel of [stays, moves]) while (duel.engine.nextTimer() <= duel.time) duel.must({ kind: 'advanceTime' });
  expect(moves.wallet(firstCustomer, usdt).available).toBe(0n);
  const marginOf = (duel: StockDuel) => duel.engine.positions(firstCustomer)[0]!.margin;
  expect(marginOf(moves)).toBe(marginOf(stays));
});

test('shares from outside are refused while an action changes what a share is', () => {
  const duel = shortHolder(oneStep, 600_000_000n);
  duel.must({ ...dividend, action: 'split', numerator: 2, amount: 0, reference: 'split' });
  const shares = {
    kind: 'fundHouse',
    account: House.loanPool,
    wallet: Wallet.stock,
    asset: duel.shareOf(acme),
    amount: 5n,
    number: 800,
  } as const;
  expect(duel.apply(shares)).toMatchObject({ ok: false, error: 'overloaded' });
  while (duel.engine.nextTimer() <= duel.time) duel.must({ kind: 'advanceTime' });
  duel.must(shares);
});

test('a position that has not been split yet is valued at the price of the old shares', () => {
  const duel = shortHolder({ stockStepsPerCommand: 1 }, 600_000_000n);
  duel.must({ ...dividend, action: 'split', numerator: 2, amount: 0, reference: 'split' });
  const seen = () =>
    [firstCustomer, firstCustomer + 1, firstCustomer + 2].flatMap((account) =>
      duel.engine.positions(account).map(({ lots, markTicks, unrealised }) => [lots, markTicks, unrealised]),
    );
  expect(seen()).toEqual([
    [10, 100, 0],
    [10, 50, 0],
    [5, 100, 0],
  ]);
  while (duel.engine.nextTimer() <= duel.time) duel.must({ kind: 'advanceTime' });
  expect(seen()).toEqual([
    [20, 50, 0],
    [10, 50, 0],
    [10, 50, 0],
  ]);
});

test('under the usual limits a small split finishes within its own command', () => {
  const duel = shortHolder({}, 600_000_000n);
  duel.must({ ...dividend, action: 'split', numerator: 2, amount: 0, reference: 'split' });
  expect(duel.engine.nextTimer()).toBeGreaterThan(duel.time);
  expect(duel.engine.positions(firstCustomer)[0]!.lots).toBe(20);
});
