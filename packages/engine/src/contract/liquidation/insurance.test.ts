import { story } from '../../testing/contract-story.ts';

story(
  'if closing through the book costs more than the margin covers, the insurance fund pays the difference',
  `
  insurance brings 100
  ana brings 1000
  bob brings 10000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x20
  bob closes short 4 @ 9500 x10
  bob closes short 6 @ 9400 x10
  index 9450
  told: liquidates ana long 10 of 10 at 9500, book 10, insured 6, fee 0
  ana holds nothing
  ana has 950
  bob has 10056
  insurance has 94
  `,
);

story(
  'the insurance fund pays as far as it can, and the rest is taken from the other side by profit and leverage',
  `
  insurance brings 2.5
  ana brings 1000
  bob brings 10000
  cyd brings 10000
  dan brings 10000
  bob opens short 4 @ 10000 x5
  cyd opens short 4 @ 10000 x20
  ana opens long 8 @ 10000 x20
  dan opens short 2 @ 10100 x20
  ana opens long 2 @ 10100 x20
  ana holds long 10 entry 1002 margin 50.1
  bob closes short 4 @ 9420 x10
  index 9450
  # Nothing is left at (1002 − 50.1) ÷ 10 lots = 9,519. Each lot at 9,420 asks 0.99 of the fund: two of them. Then by profit × leverage: dan, cyd, bob.
  told: deleverages dan short 2 at 9519, rank 1 of 3; deleverages cyd short 4 at 9519, rank 2 of 3; deleverages bob short 2 at 9519, rank 3 of 3; liquidates ana long 10 of 10 at 9519, book 2, insured 1.98, fee 0
  ana holds nothing
  ana has 949.9
  bob holds nothing
  cyd has 10019.24
  insurance has 0.52
  `,
);

story(
  'with an empty fund and an empty book the other side is deleveraged at the bankruptcy price, and nobody falls below zero',
  `
  ana brings 1000
  bob brings 10000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x20
  index 9000
  told: deleverages bob short 10 at 9500, rank 1 of 1; liquidates ana long 10 of 10 at 9500, book 0, insured 0, fee 0
  ana has 950
  bob has 10050
  insurance has 0
  `,
);

story(
  'the book is used down to the band and no further',
  `
  insurance brings 1000
  ana brings 1000
  bob brings 10000
  index 9490
  bob opens long 3 @ 9401 x10
  bob opens long 3 @ 9400 x10
  index 10000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x20
  # The band reaches 1 % below the index: 9,401.
  index 9495
  told: deleverages bob short 7 at 9500, rank 1 of 1; liquidates ana long 10 of 10 at 9500, book 3, insured 2.97, fee 0
  `,
  { bandBps: 100 },
);

story(
  'the fund pays for no price far from the mark: who is liquidated on one account against a far bid of another moves nothing out of it',
  `
  insurance brings 100000
  ann brings 1000
  ben brings 1000
  cat brings 20000
  ben opens short 1000 @ 10000 x100
  ann opens long 1000 @ 10000 x100
  # At the end of the band; the three accounts are one person's. Nothing is left of ann's at 9,900.
  cat opens long 1000 @ 9700 x10
  index 9950
  told: deleverages ben short 1000 at 9900, rank 1 of 1; liquidates ann long 1000 of 1000 at 9900, book 0, insured 0, fee 0
  ann has 0
  ben has 2000
  cat has 10300 + 9700
  insurance has 100000
  `,
  {
    bandBps: 300,
    rules: { tiers: [{ maxNotional: 100_000_000_000, maxLeverage: 100, maintenancePpm: 5000 }], markBandBps: 30 },
  },
);
