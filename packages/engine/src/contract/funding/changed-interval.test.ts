import { expect, test } from 'vitest';
import { begin, ContractFloor, coin, floorRules, long, short } from '../../testing/contract-floor.ts';
import { TestVenue } from '../../testing/venue.ts';

const ana = 100_000;
const bob = 100_001;
const hour = 3_600_000;

test('an interval that changes at the instant of a round leaves that round as it was', () => {
  const rules = { ...floorRules, interestE8: 100_000 };
  const floor = new ContractFloor({ rules });
  // The auditor knows the rules of the beginning only.
  floor.apply = TestVenue.prototype.apply.bind(floor);
  for (const account of [ana, bob]) floor.open(account, 1000);
  floor.place({ account: bob, direction: short, lots: 10, priceTicks: 10_000 });
  floor.place({ account: ana, direction: long, lots: 10, priceTicks: 10_000 });
  const body = { ...rules, kind: 'defineContract', instrument: coin, fundingIntervalMs: 4 * hour } as const;
  floor.must({ kind: 'announceChange', body, origin: 'server', reason: '', from: begin + 8 * hour });
  for (const hours of [8, 4]) {
    floor.wait(hours * hour - 1000);
    floor.tick(coin, 10_000);
    floor.wait(1000);
  }
  const rounds = floor.events.flatMap((event) => (event.kind === 'fundingRound' && event.instrument === coin ? [event] : []));
  expect(rounds.map(({ due, paid }) => [(due - begin) / hour, paid])).toEqual([
    [8, 1_000_000],
    [12, 1_000_000],
  ]);
  expect(floor.replayedHash()).toBe(floor.engine.stateHash());
});
