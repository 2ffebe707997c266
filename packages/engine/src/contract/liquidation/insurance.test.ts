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
