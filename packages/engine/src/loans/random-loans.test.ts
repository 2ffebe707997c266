import fc from 'fast-check';
import { expect, test } from 'vitest';
import { House } from '../core/accounts.ts';
import { dayMs } from '../core/limits.ts';
import { ana, bob, coin, hour, Lender, usdt, year } from '../testing/lender.ts';
import { checkReceipts } from '../testing/receipts.ts';

test('any borrowing, repaying and prices: debts are those of a naive clerk, no loan stays above its level, and everything replays', () => {
  const seen = new Map<string, number>();
  const step = fc.record({
    wait: fc.constantFrom(0, 0, 1_000, hour / 2, 7 * hour, 3 * dayMs),
    account: fc.constantFrom(ana, bob),
    what: fc.constantFrom('borrow', 'borrow', 'repay', 'repayAll', 'add', 'take', 'price', 'crash'),
    part: fc.integer({ min: 1, max: 999_999 }),
    which: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 40 }), fc.constantFrom(200, 2_000_000), (steps, desk) => {
      const bank = new Lender({ desk, insurance: 5_000 }).withCoins(20 * coin);
      let ticks = 10_000_000;
      for (const { wait, account, what, part, which } of steps) {
        bank.wait(wait);
        if (what === 'price') ticks = Math.round(ticks * (0.85 + (0.3 * part) / 1e6));
        if (what === 'crash') ticks = Math.round(ticks * (0.5 + (0.5 * part) / 1e6));
        bank.tick(ticks);
        const own = bank.engine.loans(account);
        const one = own[which % Math.max(1, own.length)];
        const collateral = part * 200;
        const worth = (collateral * ticks) / 10_000;
        const outcome =
          what === 'borrow'
            ? bank.borrow({ account, collateral, amount: Math.floor((worth * (1 + (which % 760))) / 1_000) })
            : one === undefined || what === 'price' || what === 'crash'
              ? undefined
              : what === 'repay'
                ? bank.repay(one.loan, part * 1_000, account)
                : what === 'repayAll'
                  ? bank.repay(one.loan, Number.MAX_SAFE_INTEGER, account)
                  : bank.collateral(one.loan, what === 'add' ? part : -part, account);
        const word = outcome === undefined ? 'none' : outcome.ok ? what : outcome.error;
        seen.set(word, (seen.get(word) ?? 0) + 1);
        if (bank.has(House.desk, usdt)[0] > 10 ** 9)
          for (const { ltvPpm, sellPpm } of [...bank.engine.loans(ana), ...bank.engine.loans(bob)]) expect(ltvPpm).toBeLessThan(sellPpm);
      }
      checkReceipts(bank, seen);
      compareWithClerk(bank);
      const hash = bank.engine.stateHash();
      bank.restart();
      expect([bank.engine.stateHash(), bank.replayedHash()]).toEqual([hash, hash]);
    }),
    { numRuns: 60, seed: 77 },
  );
  for (const word of [
    'borrow',
    'repay',
    'repayAll',
    'add',
    'take',
    'ltvTooHigh',
    'collateralNeeded',
    'receipt loanRepayment',
    'receipt loanSale',
  ])
    expect(seen.get(word), word).toBeGreaterThan(20);
});

/** Keeps the books of each loan by its events alone, hour by hour. */
function compareWithClerk(bank: Lender): void {
  const books = new Map<number, { principal: bigint; owed: bigint; charged: number; rate: bigint }>();
  for (const event of bank.events) {
    if (event.kind === 'loan' && !books.has(event.loan)) {
      const charged = Math.floor(event.openedAt / hour) - 1;
      books.set(event.loan, { principal: BigInt(event.principal), owed: 0n, charged, rate: BigInt(event.yearlyPpm) });
    }
    if (event.kind !== 'loanRepayment' && event.kind !== 'loanSale') continue;
    const book = books.get(event.loan)!;
    for (; book.charged < Math.floor(event.time / hour); book.charged++) book.owed += book.principal * book.rate;
    const due = (book.owed + year - 1n) / year;
    const debt = book.principal + due;
    const amount = BigInt(event.interest + event.repaid);
    expect(amount).toBeLessThanOrEqual(debt);
    expect(BigInt(event.interest)).toBe(amount === debt ? due : amount < book.owed / year ? amount : book.owed / year);
    book.principal -= BigInt(event.repaid);
    book.owed -= BigInt(event.interest) * year;
  }
  for (const account of [ana, bob])
    for (const { loan, principal, debt } of bank.engine.loans(account)) {
      const book = books.get(loan)!;
      for (; book.charged < Math.floor(bank.time / hour); book.charged++) book.owed += book.principal * book.rate;
      expect([BigInt(principal), BigInt(debt)]).toEqual([book.principal, book.principal + (book.owed + year - 1n) / year]);
    }
}
