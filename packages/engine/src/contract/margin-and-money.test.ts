import { contractScenario } from '../testing/contract-scenario.ts';

contractScenario(
  'margin is added and taken out again, down to the initial margin at the mark',
  `
  bank ana 100
  bank ben 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10
  ana adds 30 to long
  => position
  ana holds long 5 for 500 margin 80
  ana has 19.5 + 80
  ana adds 20 to long
  => refused marginInsufficient
  ana takes 31 from long
  => refused marginTakeTooLarge
  ana takes 30 from long
  price 104
  ana takes 1 from long                 # unsettled profit cannot be taken
  => refused marginTakeTooLarge
  ana adds 5 to long
  price 99
  ana takes 1 from long                 # 5 lost, 49.5 needed, 55 there
  => refused marginTakeTooLarge
  ana takes 0.5 from long
  `,
);

contractScenario(
  'a full-margin position is backed by the wallet: neither its losses nor its unrealised profit can be moved out',
  `
  bank ana 100
  bank ben 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10 full
  ana adds 10 to long
  => refused marginModeFull
  ana moves 49.5 out
  price 99
  price 97
  ana moves 0.1 out
  => refused insufficientBalance
  `,
);

contractScenario(
  'money that covers full-margin losses cannot be taken out or used for new orders',
  `
  bank ana 100
  bank ben 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10 full
  price 97                              # 15 lost, 34.5 of 49.5 are free
  ana moves 35 out
  => refused transferBelowMargin
  ana opens long second 4 @ 97 x10 full
  => refused marginInsufficient
  ana moves 34.5 out
  `,
);

contractScenario(
  'unrealised profit of one full-margin position pays the loss of another that is closed first',
  `
  bank ana 101
  bank ben 1000
  bank cid 1000
  ben opens short 5 @ 100 x10
  ben opens short second 5 @ 100 x3
  ana opens long 5 @ 100 x10 full
  ana opens long second 5 @ 100 x10 full
  ana has 0 + 100
  price second 120
  ana has 0 + 100
  cid opens long 5 @ 88 x10
  price first 88
  ana closes long 5 at market           # 60 lost: 50 of margin, the rest from the profit of the other
  => filled 5
  ana holds long 5 for 600 margin 50
  `,
);

contractScenario(
  'an opening order reserves what it needs, and no more than is free',
  `
  bank ana 100
  bank ben 1000
  ana opens long 10 @ 100 x10
  => refused marginInsufficient
  ana opens long 9 @ 100 x10 as bid
  ana has 9.1 + 90.9
  ana amends bid to 5
  ana has 49.5 + 50.5
  ana amends bid to 5 @ 99
  ana has 50.005 + 49.995
  ana amends bid to 11
  => refused marginInsufficient
  ana amends bid to 6 @ 98
  book 98 x 6 |
  ben opens short 2 @ 98 x10
  ana amends bid to 2
  => refused amendTooSmall
  ana cancels bid
  ana has 80.302 + 19.6
  `,
);

contractScenario(
  'resting orders beyond the price their margin allows are cancelled at the next mark',
  `
  bank ana 1000
  bank ben 1000
  ana opens long 5 @ 100 x20 as bid
  price 96                              # a new long at 100 would lose 4 of its 5 margin at once; maintenance is 0.96
  ana orders 0
  last reason marginShort
  ana has 1000
  ana opens long 5 @ 100 x20
  => refused priceBeyondMargin
  ana opens long 5 @ 99 x20
  `,
);

contractScenario(
  'mode and leverage must match the position and the orders that add to it; the size limits both',
  `
  bank ana 90000
  bank ben 90000
  ana opens long 5 @ 99 x10
  ana opens long 5 @ 99 x20
  => refused leverageDiffers
  ana opens long 5 @ 99 x10 full
  => refused marginModeDiffers
  ana opens short 5 @ 101 x20 full
  ana opens long 5 @ 100 x51 second
  => refused leverageTooHigh
  ana opens long second 150 @ 100 x50
  => refused leverageTooHigh
  ana opens long second 90 @ 100 x50
  ana opens long second 20 @ 100 x50    # both together leave the first tier
  => refused leverageTooHigh
  ana opens long 2500 @ 99 x5 second
  => refused leverageDiffers
  ben opens long 2500 @ 99 x5
  => refused notionalBeyondTiers
  `,
);

contractScenario(
  'nothing opens or closes while the contract is halted, its price stale, or the venue only cancels',
  `
  bank ana 1000
  bank ben 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10
  ana opens long 2 @ 99 x10 as bid
  status halted
  ana opens long 1 @ 99 x10
  => refused instrumentHalted
  ana closes long 1 @ 101
  => refused instrumentHalted
  ana reverses long
  => refused instrumentHalted
  status cancelOnly
  ana closes long 1 @ 101
  => refused instrumentCancelOnly
  status trading
  mode cancelOnly
  ana closes everything
  => refused venueCancelOnly
  ana cancels bid
  mode readOnly
  ana adds 5 to long
  => refused readOnly
  mode normal
  wait 6
  ana closes long 1 at market
  => refused priceStale
  ana protects long sl 90
  => refused priceStale
  ana reverses long
  => refused priceStale
  ana adds 5 to long
  `,
);

contractScenario(
  'an engine restored midway continues with its positions, stops and reserves',
  `
  bank ana 1000
  bank ben 1000
  bank cid 1000
  ben opens short 5 @ 100 x10
  ana opens long 3 @ 100 x10 sl 95
  ana opens long 4 @ 98 x10 tp 120
  restart
  ana orders 2
  cid opens short 4 @ 98 x10
  restart
  ana orders 2
  ana holds long 7 for 692 margin 69.2
  cid opens long 9 @ 94 x10
  price 95
  ana holds nothing
  ana orders 0
  `,
);

contractScenario(
  'a full-margin account in liquidation is not deleveraged against its own opposite position',
  `
  bank ana 150
  bank ben 5000
  bank cid 5000
  ben opens long 18 @ 98 x5
  ana opens short 18 @ 98 x20 full
  cid opens short 3 @ 93 x5
  ana opens long 3 @ 93 x20 full
  price 110                             # nothing is left at 109, where ben takes over
  ana holds nothing                     # then her long goes too, to cid
  ben holds nothing
  cid holds nothing
  clearing 0
  `,
  {},
  true,
);
