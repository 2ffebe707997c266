import { story } from '../../testing/contract-story.ts';

story(
  'a segmented long at its maintenance is closed through the book, and its remaining margin is released',
  `
  ana brings 1000
  bob brings 10000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x20
  => filled 10
  ana holds long 10 entry 1000 margin 50
  bob closes short 10 @ 9590 x10
  index 9601
  told: warns ana at 99 %
  ana holds long 10 entry 1000 margin 50
  index 9600
  told: liquidates ana long 10 of 10 at 9500, book 10, insured 0, fee 0
  ana holds nothing
  ana has 959
  bob has 10041
  `,
);

story(
  'the liquidation fee goes to the insurance fund, at most what is left of the margin',
  `
  ana brings 1000
  cyd brings 1000
  bob brings 10000
  bob opens short 20 @ 10000 x10
  ana opens long 10 @ 10000 x20
  cyd opens long 10 @ 10000 x20
  bob closes short 10 @ 9600 x10
  bob closes short 10 @ 9501 x10
  index 9600
  told: liquidates ana long 10 of 10 at 9500, book 10, insured 0, fee 4.8; liquidates cyd long 10 of 10 at 9500, book 10, insured 0, fee 0.1
  ana has 955.2
  cyd has 950
  insurance has 4.9
  `,
  { rules: { liquidationFeePpm: 5000 } },
);

story(
  'a segmented short is liquidated when the price rises',
  `
  ana brings 1000
  bob brings 10000
  bob opens long 10 @ 10000 x10
  ana opens short 10 @ 10000 x20
  bob closes long 10 @ 10450 x10
  index 10399
  told: warns ana at 99 %
  index 10400
  told: liquidates ana short 10 of 10 at 10500, book 10, insured 0, fee 0
  ana holds nothing
  ana has 955
  `,
);

story(
  'a segmented long in the third tier is reduced tier by tier, as far as the mark requires',
  `
  # 600 lots are 60,000 USDT: maintenance 100 + 1,000 + 500 = 1,600.
  ana brings 10000
  bob brings 90000
  bob opens short 600 @ 10000 x10
  ana opens long 600 @ 10000 x10
  ana holds long 600 entry 60000 margin 6000
  bob closes short 600 @ 9266 x10
  # Equity at 9,266: 6,000 − 4,404 = 1,596. Closing 100 lots leaves 50,000 with 5,000 of margin: equity 1,330, maintenance 1,100.
  index 9266
  told: liquidates ana long 100 of 600 at 9000, book 100, insured 0, fee 0; warns ana at 82 %
  ana holds long 500 entry 50000 margin 5000
  # Equity 1,100: at maintenance. 400 lots go, and the 100 that stay stand at 220 over 100.
  index 9220
  told: liquidates ana long 400 of 500 at 9000, book 400, insured 0, fee 0
  ana holds long 100 entry 10000 margin 1000
  index 9100
  told: liquidates ana long 100 of 100 at 9000, book 100, insured 0, fee 0
  ana holds nothing
  ana has 5596
  `,
);

story(
  'a gap takes a position through all its tiers at once',
  `
  ana brings 10000
  bob brings 90000
  bob opens short 600 @ 10000 x10
  ana opens long 600 @ 10000 x10
  bob closes short 600 @ 9050 x10
  index 9050
  told: liquidates ana long 100 of 600 at 9000, book 100, insured 0, fee 0; liquidates ana long 400 of 500 at 9000, book 400, insured 0, fee 0; liquidates ana long 100 of 100 at 9000, book 100, insured 0, fee 0
  ana has 4300
  `,
);

story(
  'a liquidated position’s closing orders are cancelled first; other orders stay',
  `
  ana brings 1000
  bob brings 10000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x20
  bob closes short 10 @ 9600 x10
  ana closes long 10 @ 9601
  ana opens short 1 @ 9610 x10
  index 9600
  told: cancels ana 10 @ 9601, liquidation; liquidates ana long 10 of 10 at 9500, book 10, insured 0, fee 0
  ana has 950.39 + 9.61
  `,
);

story(
  'stops fire before anybody is liquidated: the position is closed by its own order',
  `
  ana brings 1000
  bob brings 10000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x20 stop 9700
  bob closes short 10 @ 9600 x10
  index 9600
  told: nothing
  ana holds nothing
  ana has 960
  `,
);

story(
  'a liquidation cancels the account’s own orders instead of trading with them',
  `
  ana brings 1000
  bob brings 10000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x20
  bob closes short 5 @ 9590 x10
  ana opens long 2 @ 9601 x20
  index 9600
  told: cancels ana 2 @ 9601, liquidation; deleverages bob short 5 at 9500, rank 1 of 1; liquidates ana long 10 of 10 at 9500, book 5, insured 0, fee 0
  `,
);

story(
  'a warning comes once, and again only after the ratio was below 70 %',
  `
  ana brings 1000
  bob brings 10000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x20
  index 9626
  told: nothing
  index 9625
  told: warns ana at 80 %
  index 9610
  index 9630
  index 9625
  told: nothing
  restart
  # Equity 14.28 is 70 % of ten; 14.3 is less.
  index 9642
  index 9625
  told: nothing
  index 9643
  index 9625
  told: warns ana at 80 %
  `,
);

story(
  'adding margin keeps the liquidation away',
  `
  ana brings 1000
  bob brings 10000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x20
  ana adds 50 to long
  bob closes short 10 @ 9050 x10
  index 9600
  index 9101
  told: warns ana at 99 %
  index 9100
  told: liquidates ana long 10 of 10 at 9000, book 10, insured 0, fee 0
  `,
);

story(
  'nobody is liquidated while the contract is halted; positions are while it is cancel-only',
  `
  ana brings 1000
  bob brings 10000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x20
  bob closes short 10 @ 9550 x10
  status halted
  index 9600
  told: nothing
  status cancelOnly
  index 9600
  told: liquidates ana long 10 of 10 at 9500, book 10, insured 0, fee 0
  `,
);

story(
  'while the venue is read-only nobody is liquidated',
  `
  ana brings 1000
  bob brings 10000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x20
  mode readOnly
  index 9600
  told: nothing
  mode cancelOnly
  index 9600
  told: deleverages bob short 10 at 9500, rank 1 of 1; liquidates ana long 10 of 10 at 9500, book 0, insured 0, fee 0
  `,
);
