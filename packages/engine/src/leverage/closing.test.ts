import { contractScenario } from '../testing/contract-scenario.ts';

contractScenario(
  'several closing orders may offer more than is open: they trade what there is and are cancelled when nothing is left',
  `
  bank ana 1000
  bank ben 1000
  bank cid 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10
  ana closes long 4 @ 101
  ana closes long 5 @ 102
  ana orders 2
  book | 101 x 4, 102 x 5
  cid opens long 9 @ 103 x10
  => partlyFilled 5                     # 4 at 101, the last 1 at 102
  ana holds nothing
  ana orders 0
  book 103 x 4 |
  `,
);

contractScenario(
  'a closing order at a price that would leave a shortfall is refused; a market order stops there',
  `
  bank ana 1000
  bank ben 1000
  bank cid 1000
  ben opens short 10 @ 100 x10
  ana opens long 10 @ 100 x20           # 50 of margin: nothing is left at 95
  cid opens long 10 @ 94 x10
  ana closes long 5 @ 94
  => refused priceBeyondMargin
  ana closes long all at market
  => refused noLiquidity
  cid opens long 3 @ 96 x10
  ana closes long all at market
  => cancelled 3
  last reason bandReached
  ana holds long 7 for 700 margin 35
  `,
);

contractScenario(
  'closing everything closes each position on its own and cancels its closing orders',
  `
  bank ana 1000
  bank ben 1000
  ben opens short 5 @ 100 x10
  ben opens short second 5 @ 100 x10
  ana opens long 5 @ 100 x10 tp 120 sl 95
  ana opens long second 5 @ 100 x10
  ana closes long 2 @ 110
  ana orders 3
  ben opens long 5 @ 99 x10
  ana closes everything
  => closed
  ana holds long 5 for 500 margin 50    # the second contract has no buyer
  ana orders 0
  `,
);

contractScenario(
  'a long becomes a short of the same size, or nothing happens',
  `
  bank ana 100
  bank ben 1000
  bank cid 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10 sl 90
  cid opens long 9 @ 99 x10
  ana reverses long
  => refused cannotFillWhole
  ana holds long 5 for 500 margin 50
  ana orders 1
  cid opens long 3 @ 98 x10
  ana reverses long
  => reversed
  ana holds short 5 for 494 margin 49.4 # 4 at 99, 1 at 98
  ana orders 0
  ana heard opened, stopsChanged, stopsChanged, reversed, opened, increased
  ana reverses long
  => refused positionUnknown
  `,
);

contractScenario(
  'a reversal without the margin for the new position is refused',
  `
  bank ana 51
  bank ben 1000
  bank cid 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10
  ana has 0.5 + 50
  cid opens long 20 @ 98 x10
  ana reverses long
  => refused marginInsufficient
  ana holds long 5 for 500 margin 50
  `,
);

contractScenario(
  'all positions are reversed, a long and a short of one contract included, or none is',
  `
  bank ana 1000
  bank ben 1000
  bank cid 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10
  ben opens long second 3 @ 100 x10
  ana opens short second 3 @ 100 x10
  cid opens long 10 @ 99 x10
  cid opens short second 5 @ 101 x10
  ana reverses all
  => refused cannotFillWhole
  ana holds long 5 for 500 margin 50, short 3 for 300 margin 30
  cid opens short second 1 @ 101 x10
  ana reverses all
  => reversed
  ana holds short 5 for 495 margin 49.5, long 3 for 303 margin 30.3
  ben reverses all
  => refused noLiquidity
  `,
);

contractScenario(
  'reversing a hedged pair swaps its sides',
  `
  bank ana 1000
  bank ben 2000
  bank cid 2000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10
  ben opens long 2 @ 99 x10
  ana opens short 2 @ 99 x10
  cid opens long 20 @ 99 x10
  cid opens short 20 @ 101 x10
  ana reverses all
  => reversed
  ana holds short 5 for 495 margin 49.5, long 2 for 202 margin 20.2
  `,
);
