import { expect, test } from 'vitest';
import { House } from '../../core/accounts.ts';
import { begin, ContractFloor, coin, long, short } from '../../testing/contract-floor.ts';
import { story } from '../../testing/contract-story.ts';

// The venue starts at 00:00 UTC. COIN trades at 10,000 ticks, so a lot is worth 100 USDT.
const interest = { rules: { interestE8: 10_000 } };

const anaLongBobShort = `
  ana brings 1000
  bob brings 1000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x10`;

story(
  'without samples longs pay shorts the interest, exact to the last unit',
  `${anaLongBobShort}
  wait 28799 s
  index 10000, 10000 GOLD
  told: nothing
  wait 1 s
  told: funding at 10000 e8, paid 0.1, received 0.1; ana pays 0.1 of 0.1; bob gets 0.1 of 0.1; funding at 10000 e8, paid 0, received 0
  ana has 899.9 + 100
  bob has 900.1 + 100
  `,
  interest,
);

story(
  'with the book above the index longs pay the average premium, and with the book below shorts pay',
  `
  ana brings 1000
  bob brings 1000
  cyd brings 1000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x10
  cyd opens long 1 @ 10010 x10 as bid
  cyd opens short 1 @ 10030 x10 as ask
  index 10000
  wait 10 s
  index 10000
  wait 28789 s
  index 10000
  wait 1 s
  told: funding at 200000 e8, paid 2, received 2; ana pays 2 of 2; bob gets 2 of 2; funding is void
  cyd cancels all
  cyd opens long 1 @ 9950 x10
  cyd opens short 1 @ 9970 x10
  wait 28799 s
  index 10000
  wait 1 s
  told: funding at -400000 e8, paid 4, received 4; bob pays 4 of 4; ana gets 4 of 4; funding is void
  `,
);

story(
  'the rate is cut at the cap',
  `
  ana brings 1000
  bob brings 1000
  cyd brings 1000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x10
  cyd opens long 1 @ 10300 x10
  cyd opens short 1 @ 10500 x10
  wait 28799 s
  index 10000
  wait 1 s
  told: funding at 750000 e8, paid 7.5, received 7.5; ana pays 7.5 of 7.5; bob gets 7.5 of 7.5; funding is void
  `,
);

story(
  'a payer short of money pays from its margin, and the receivers share the shortfall',
  `
  ana brings 20
  dan brings 1000
  bob brings 1000
  cyd brings 1000
  bob opens short 30 @ 10000 x50
  ana opens long 10 @ 10000 x50
  dan opens long 20 @ 10000 x50
  ana has 0 + 20
  wait 28799 s
  index 10000
  wait 1 s
  told: funding at 750000 e8, paid 22.5, received 22.5; ana pays 7.5 of 7.5; dan pays 15 of 15; bob gets 22.5 of 22.5; funding is void
  ana holds long 10 entry 1000 margin 12.5
  wait 28799 s
  index 10000
  told: warns ana at 80 %
  wait 1 s
  told: funding at 750000 e8, paid 22.5, received 22.5; ana pays 7.5 of 7.5; dan pays 15 of 15; bob gets 22.5 of 22.5; funding is void
  ana holds long 10 entry 1000 margin 5
  wait 1 s
  index 10000
  told: deleverages bob short 10 at 9950, rank 1 of 1; liquidates ana long 10 of 10 at 9950, book 0, insured 0, fee 0
  `,
  { rules: { interestE8: 750_000 } },
);

story(
  'payments round up, receipts down, and the residue goes to rounding',
  `
  ana brings 1000
  bob brings 1000
  cyd brings 1000
  bob opens short 2 @ 10001 x10
  cyd opens short 1 @ 10001 x10
  ana opens long 3 @ 10001 x10
  wait 28799 s
  index 10001
  wait 1 s
  # 300.03 at 0.000077 is 0.02310231: paid 0.023103; received 0.015401 and 0.0077.
  told: funding at 7700 e8, paid 0.023103, received 0.023101; ana pays 0.023103 of 0.023103; bob gets 0.015401 of 0.015401; cyd gets 0.0077 of 0.0077; funding is void
  rounding has 0.000002
  `,
  { rules: { interestE8: 7700 } },
);

story(
  'a round is void and nobody pays if the index is stale at its instant',
  `${anaLongBobShort}
  wait 28790 s
  index 10000
  wait 10 s
  told: funding is void; funding is void
  ana has 900 + 100
  `,
  interest,
);

story(
  'every round that fell due while nothing happened is run, with the data known at its instant',
  `${anaLongBobShort}
  wait 28799 s
  index 10000
  wait 57601 s
  told: funding at 10000 e8, paid 0.1, received 0.1; ana pays 0.1 of 0.1; bob gets 0.1 of 0.1; funding is void; funding is void; funding is void; funding is void; funding is void
  `,
  interest,
);

const waits = { ...interest, limits: { fundingWaitMs: 86_400_000 } };

for (const restart of ['', 'restart'])
  story(
    `a round that the host is late for is decided by the first tick at or after its instant, however late it comes ${restart}`,
    `${anaLongBobShort}
    wait 28790 s
    index 10000
    wait 70 s
    told: nothing
    ${restart}
    late 9990 of 61 s
    told: nothing
    late 9980 of 59 s
    told: funding at 10000 e8, paid 0.0998, received 0.0998; ana pays 0.0998 of 0.0998; bob gets 0.0998 of 0.0998
    ${restart}
    late 9000 of 58 s
    index 10000
    told: nothing
    wait 28740 s
    # GOLD, which had no tick at all.
    told: funding is void
    index 10000, 10000 GOLD
    told: funding at 10000 e8, paid 0.1, received 0.1; ana pays 0.1 of 0.1; bob gets 0.1 of 0.1; funding at 10000 e8, paid 0, received 0
    `,
    waits,
  );

story(
  'while a round waits nothing trades, and money that is taken away first does not save its payer: the margin pays',
  `
  ana brings 101
  bob brings 1000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x10
  wait 28790 s
  index 10000
  wait 70 s
  ana closes long 10 at market
  => refused priceStale
  ana takes 1 from long
  => refused priceStale
  late 10000 of 60 s
  told: funding at 10000 e8, paid 0.1, received 0.1; ana pays 0.1 of 0.1; bob gets 0.1 of 0.1
  `,
  waits,
);

story(
  'a round that waits is void when the first tick after it came more than five seconds after its instant by its own time, and so when the feed says that it had none',
  `${anaLongBobShort}
  wait 28790 s
  index 10000
  wait 70 s
  late 9990 of 54 s
  told: funding is void
  ana has 900 + 100
  wait 28745 s
  told: funding is void
  quiet until 1 s
  told: nothing
  wait 1 s
  quiet until 0 s
  told: funding is void
  `,
  waits,
);

story(
  'the last tick before its instant counts, as on time, when the feed had none at or after it',
  `${anaLongBobShort}
  wait 28790 s
  index 10000
  wait 70 s
  late 9990 of 61 s
  quiet until 50 s
  told: funding at 10000 e8, paid 0.0999, received 0.0999; ana pays 0.0999 of 0.0999; bob gets 0.0999 of 0.0999
  `,
  waits,
);

story(
  'a round waits no longer than until the next one',
  `${anaLongBobShort}
  wait 28790 s
  index 10000
  wait 57610 s
  told: funding is void; funding is void; funding is void; funding is void
  index 10000, 10000 GOLD
  told: funding at 10000 e8, paid 0.1, received 0.1; ana pays 0.1 of 0.1; bob gets 0.1 of 0.1; funding at 10000 e8, paid 0, received 0
  `,
  waits,
);

const inParts = { rules: { interestE8: 10_000 }, limits: { fundingPerCommand: 1 } };

/** A round that has reached the first of three longs. `dan`: what Dan brings. */
const interruptedRound = (dan: number) => `
  ana brings 1000
  bob brings 1000
  cyd brings 1000
  dan brings ${dan}
  bob opens short 30 @ 10000 x10
  ana opens long 10 @ 10000 x10
  cyd opens long 10 @ 10000 x10
  dan opens long 10 @ 10000 x10
  wait 28799 s
  index 10000
  wait 1 s
  told: funding at 10000 e8, paid 0, received 0; ana pays 0.1 of 0.1; funding is void`;

story(
  'a round too large for one command continues with the next ones, and the house holds its money in between',
  `${anaLongBobShort}
  wait 28799 s
  index 10000, 10000 GOLD
  wait 1 s
  told: funding at 10000 e8, paid 0, received 0; ana pays 0.1 of 0.1; funding at 10000 e8, paid 0, received 0
  ana has 899.9 + 100
  bob has 900 + 100
  funding has 0.1
  restart
  wait 0 s
  told: bob gets 0.1 of 0.1; funding is over, paid 0.1, received 0.1
  bob has 900.1 + 100
  funding has 0
  `,
  inParts,
);

story(
  'the same round runs at once under the rules of contracts that do not split rounds',
  `${anaLongBobShort}
  wait 28799 s
  index 10000, 10000 GOLD
  wait 1 s
  told: funding at 10000 e8, paid 0.1, received 0.1; ana pays 0.1 of 0.1; bob gets 0.1 of 0.1; funding at 10000 e8, paid 0, received 0
  ana has 899.9 + 100
  bob has 900.1 + 100
  `,
  { ...inParts, rules: { interestE8: 10_000, fundingInParts: false } },
);

story(
  'an account that acts during a round pays first and once, and lots opened after its instant neither pay nor receive',
  `${interruptedRound(1000)}
  bob opens short 20 @ 10000 x10
  told: cyd pays 0.1 of 0.1
  restart
  dan opens long 20 @ 10000 x10
  told: dan pays 0.1 of 0.1
  bob closes short 0 @ 10000
  told: bob gets 0.3 of 0.3; funding is over, paid 0.3, received 0.3
  `,
  inParts,
);

story(
  'an account that withdraws everything while it still owes funding pays the funding first',
  `${interruptedRound(102)}
  dan adds 2 to long
  => refused marginInsufficient
  told: cyd pays 0.1 of 0.1; dan pays 0.1 of 0.1
  dan has 1.9 + 100
  `,
  inParts,
);

story(
  'a position closed by a resting order while it owes funding pays out of what closing left; one that is owed funding receives it after its end',
  `
  ana brings 1000
  bob brings 1000
  cyd brings 1000
  dan brings 1000
  eve brings 1000
  fay brings 1000
  bob opens short 40 @ 10000 x10
  ana opens long 10 @ 10000 x10
  cyd opens long 10 @ 10000 x10
  eve opens long 10 @ 10000 x10
  dan opens long 10 @ 10000 x10
  dan closes long 10 @ 10010
  wait 28799 s
  index 10000
  wait 1 s
  told: funding at 10000 e8, paid 0, received 0; ana pays 0.1 of 0.1; funding is void
  fay opens long 10 @ 10010 x10
  told: cyd pays 0.1 of 0.1; dan pays 0.1 of 0.1
  dan holds nothing
  dan has 1000.9
  fay closes long 10 @ 10000
  told: eve pays 0.1 of 0.1
  bob closes short 40 @ 10000
  told: bob gets 0.4 of 0.4; funding is over, paid 0.4, received 0.4
  `,
  inParts,
);

story(
  'an account pays its funding before its margin is checked',
  `
  ana brings 1000
  bob brings 1000
  cyd brings 1000
  dan brings 20
  bob opens short 30 @ 10000 x10
  ana opens long 10 @ 10000 x10
  cyd opens long 10 @ 10000 x10
  dan opens long 10 @ 10000 x50
  ana opens long 10 @ 9900 x10
  insurance brings 100
  wait 28799 s
  index 10000
  wait 1 s
  told: funding at 10000 e8, paid 0, received 0; ana pays 0.1 of 0.1; funding is void
  index 9899
  told: cyd pays 0.1 of 0.1; dan pays 0.1 of 0.1; liquidates dan long 10 of 10 at 9801, book 10, insured 0, fee 0
  `,
  inParts,
);

test('the reader shows the rate of the next round as of now, and when it is due', () => {
  const floor = new ContractFloor({ rules: { interestE8: 5000 } });
  for (const account of [100_000, 100_001]) floor.open(account, 1000);
  floor.place({ account: 100_000, direction: short, lots: 4, priceTicks: 10_000 });
  floor.place({ account: 100_001, direction: long, lots: 3 });
  floor.place({ account: 100_001, direction: long, lots: 1, priceTicks: 9980 });
  floor.tick(coin, 10_000);
  floor.fund(House.insurance, 7);
  // The middle is 9,990, so the rate is −0.1 % plus the interest.
  expect(floor.engine.contract(coin)).toMatchObject({
    markTicks: 10_000,
    basisTicks: -10,
    fundingRateE8: -95_000,
    nextFunding: begin + 28_800_000,
    fundingWaits: 0,
    openLots: 3,
    longPositions: 1,
    shortPositions: 1,
    insurance: 7_000_000n,
    deleveraged: 0,
  });
});
