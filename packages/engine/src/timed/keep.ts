import { PositionDirection, Wallet } from '@bourse/protocol/enums';
import { House } from '../core/accounts.ts';
import { must } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { choice, count, id, list, serial, struct } from '../define/field.ts';
import { section } from '../define/section.ts';
import { nextInstant, TimedBook } from './book.ts';
import { sold, timed } from './declare.ts';
import { voidAt } from './place.ts';

const fields = {
  next: count(),
  /** What is offered, by instrument. */
  books: list(struct(timed.commands.defineTimed.fields)),
  /** By id. Everything else follows from these. */
  contracts: list(
    struct({
      id: serial(),
      account: id(),
      instrument: id(),
      direction: choice(PositionDirection),
      ...sold,
      startSource: count(),
    }),
  ),
};

export const timedSection = section(8, 'timed', fields, {
  save(s) {
    const books = [...s.timed.books.values()];
    return {
      next: s.timed.nextTimed,
      books: books.map(({ rules }) => rules).sort((a, b) => a.instrument - b.instrument),
      contracts: books
        .flatMap((book) => book.all())
        .map(({ owner, ...contract }) => ({ ...contract, account: s.accounts.id(owner) }))
        .sort((a, b) => a.id - b.id),
    };
  },
  load(s, { next, books, contracts }) {
    s.timed.nextTimed = next;
    for (const rules of books) s.timed.books.set(rules.instrument, new TimedBook({ kind: 'defineTimed', ...rules }));
    for (const { account, ...contract } of contracts) s.timed.add({ ...contract, owner: s.accounts.slot(account) });
  },
});

/** Stakes and possible payouts are frozen to the unit, nobody is owed beyond the limit, and each contract has its deadline. Adds to `reserved` by balance. */
export function checkTimed(s: State, reserved: Map<number, bigint>): void {
  let count = 0;
  for (const [instrument, book] of s.timed.books) {
    const asset = s.assets.get(book.rules.asset)!;
    const house = s.ledger.find(s.accounts.slot(House.timed), Wallet.fast, asset.index);
    const owed = { 1: 0, 2: 0 };
    for (const contract of book.all()) {
      count += 1;
      owed[contract.direction] += contract.payout;
      const own = s.ledger.find(contract.owner, Wallet.fast, asset.index);
      reserved.set(own, (reserved.get(own) ?? 0n) + BigInt(contract.stake));
      reserved.set(house, (reserved.get(house) ?? 0n) + BigInt(contract.payout));
      must(s.timed.get(contract.id) === contract, 'timedIsFoundById', `timed ${contract.id}`);
      must(s.timed.of(contract.owner).includes(contract), 'timedIsListedByAccount', `timed ${contract.id}`);
      must(
        s.timers.due(timed.timers.timedVoid.number, contract.id) === voidAt(s, nextInstant(contract)),
        'timedHasItsDeadline',
        `timed ${contract.id}`,
      );
    }
    must(owed[1] === book.owedUp && owed[2] === book.owedDown, 'timedOwedAddsUp', `instrument ${instrument}`);
    must(
      Math.max(book.owedUp, book.owedDown) <= book.rules.exposureLimit,
      'timedOwedWithinExposure',
      `instrument ${instrument}: ${book.owedUp}, ${book.owedDown}`,
    );
  }
  must(count === s.timed.count, 'everyTimedIsInABook', `${count}, ${s.timed.count}`);
}
