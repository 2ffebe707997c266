import { story } from '../testing/contract-story.ts';

story(
  'in full margin the available balance backs every position, and the worst position is liquidated first',
  `
  ana brings 150
  bob brings 100000
  bob opens short 10 @ 10000 x10
  bob opens short 10 @ 10000 x10 on GOLD
  ana opens long 10 @ 10000 x20 full
  ana opens long 10 @ 10000 x20 full on GOLD
  ana has 50 + 100
  bob closes short 10 @ 9300
  bob closes short 10 @ 9100 on GOLD
  # Maintenance is 20. Losses of 125 warn, of 130 liquidate.
  index 9600
  index 9150 GOLD
  told: warns ana at 80 %
  index 9101 GOLD
  told: nothing
  index 9100 GOLD
  # GOLD has lost 90, COIN 40: GOLD goes first, at 9,100; nothing would be left at 8,900. The rest stands at 20 over 10.
  told: liquidates ana long 10 of 10 at 8900, book 10, insured 0, fee 0
  ana holds long 10 entry 1000 margin 50
  ana has 10 + 50
  `,
);

story(
  'a profit of one full-margin position keeps the other from being liquidated, and is settled when the other needs it',
  `
  ana brings 110
  bob brings 100000
  bob opens short 10 @ 10000 x10
  bob opens long 10 @ 10000 x10 on GOLD
  ana opens long 10 @ 10000 x20 full
  ana opens short 10 @ 10000 x20 full on GOLD
  ana has 10 + 100
  bob closes short 10 @ 9100
  index 9200 GOLD
  index 9150
  told: nothing
  ana closes long 10 at market
  => filled 10
  # The loss of 90 takes its margin of 50, the 10 available, and the profit of 80 on GOLD, settled at the mark.
  ana holds short 10 entry 920 margin 50 on GOLD
  ana has 50 + 50
  `,
);

story(
  'an account whose losses reach the reserves of its opening orders has those orders cancelled first',
  `
  ana brings 200
  bob brings 100000
  bob opens short 10 @ 10000 x10
  ana opens long 10 @ 10000 x20 full
  ana opens long 28 @ 9900 x20 full on GOLD
  ana has 11.4 + 188.6
  bob closes short 10 @ 8100
  index 9500
  told: nothing
  # Without what the order reserves, 61.4 − 51.4 is the maintenance of 10.
  index 9487
  told: nothing
  index 9486
  told: cancels ana 28 @ 9900, marginShort
  ana has 150 + 50
  `,
);

story(
  'a long and a short of one account on one contract offset each other in full margin',
  `
  ana brings 110
  bob brings 100000
  bob opens short 10 @ 10000 x10 full
  ana opens long 10 @ 10000 x20 full
  => filled 10
  bob opens long 10 @ 10000 x10 full
  ana opens short 10 @ 10000 x20 full
  => filled 10
  index 9000
  index 11000
  told: nothing
  `,
);

story(
  'segmented positions stand alone: their liquidation leaves a full-margin account as it was',
  `
  ana brings 1000
  bob brings 100000
  bob opens short 10 @ 10000 x10
  bob opens short 10 @ 10000 x10 on GOLD
  ana opens long 10 @ 10000 x20
  ana opens long 10 @ 10000 x20 full on GOLD
  bob closes short 10 @ 9600
  index 9600
  told: liquidates ana long 10 of 10 at 9500, book 10, insured 0, fee 0
  ana holds long 10 entry 1000 margin 50 on GOLD
  ana has 910 + 50
  `,
);
