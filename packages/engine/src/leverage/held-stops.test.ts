import { contractScenario } from '../testing/contract-scenario.ts';

const four = `
  bank ana 1000
  bank ben 1000
  bank cid 1000
  bank dan 1000`;
/** Ben is ready to sell five to Ana. */
const shortOfBen = `
  bank ana 1000
  bank ben 1000
  bank cid 1000
  ben opens short 5 @ 100 x10`;

contractScenario(
  'a stop that fires without a counterparty within its bounds is held, even through a restart, and trades ahead of the next new order',
  `${shortOfBen}
  ana opens long 5 @ 100 x10 sl 97
  price 97
  last reason triggered
  ana holds long 5 for 500 margin 50
  ana orders 1
  restart
  price 97
  ana orders 1
  cid opens long 3 @ 96 x10
  cid opens long 3 @ 96 x10
  restart
  ana holds long 2 for 200 margin 20    # three sold at 96 before the second bid came
  ana orders 1
  book 96 x 3 |
  wait 1
  ana holds nothing
  ana orders 0
  book 96 x 1 |
  `,
);

contractScenario(
  'a bid beyond the band or the bankruptcy price does not count; the stop trades when the mark brings it within bounds',
  `${shortOfBen}
  ana opens long 5 @ 100 x10 sl 97
  cid opens long 5 @ 88 x10
  price 97                              # nothing is left of ana's margin at 90
  ana holds long 5 for 500 margin 50
  ana adds 20 to long                   # now at 86
  wait 1
  ana holds long 5 for 500 margin 70    # no new order and no new price: the next price starts a review
  price 97
  ana holds nothing
  ana has 939.06
  `,
);

contractScenario(
  'a take-profit and a stop on a part are held too, each for what is open by then',
  `${shortOfBen}
  ana opens long 5 @ 100 x10
  ana protects long tp 104 of 3
  ana protects long tp 103
  price 104
  ana orders 2
  ana holds long 5 for 500 margin 50
  cid opens long 4 @ 103 x10
  wait 1
  ana holds long 1 for 100 margin 10    # the stop on a part is older: it sells three, the stop on the whole one
  ana orders 1
  cid opens long 4 @ 103 x10
  wait 1
  ana holds nothing
  book 103 x 3 |
  `,
);

contractScenario(
  'closing by hand, reversing or cancelling the stop ends the wait; nothing is closed twice',
  `${four}
  ben opens short 9 @ 100 x10
  ana opens long 5 @ 100 x10 sl 97
  cid opens long 1 @ 100 x10 sl 97
  dan opens long 1 @ 100 x10 sl 97
  ben cancels all
  price 97
  ana closes long 5 @ 97                # rests while the stop is held
  ben closes short 4 @ 97
  ana orders 2
  cid protects long
  cid orders 0
  dan orders 1
  ben closes short 3 @ 96
  wait 1
  ana holds nothing                     # four by hand, one by the stop
  ana orders 0
  cid holds long 1 for 100 margin 10
  dan holds nothing
  book 96 x 1 |
  `,
);

contractScenario(
  'liquidation cancels a held stop',
  `${shortOfBen}
  ana opens long 5 @ 100 x10 sl 97
  price 97
  ana orders 1
  price 90
  ana orders 0
  ana holds nothing                     # taken over by ben, whose profit it was
  `,
  {},
  true,
);

contractScenario(
  'the owner’s own bid is no counterparty, and does not end the protection',
  `${shortOfBen}
  ana opens long 5 @ 100 x10 sl 97
  ana opens long 1 @ 96 x10 as own
  price 97
  ana orders 2
  cid opens long 9 @ 95 x10
  wait 1
  ana holds long 5 for 500 margin 50
  ana cancels own
  price 97
  ana holds nothing
  `,
);

contractScenario(
  'a command reviews a limited number of held stops; the rest follow with the next, and none is skipped',
  `${four}
  ben opens short 6 @ 100 x10
  ana opens long 2 @ 100 x20 sl 97
  cid opens long 2 @ 100 x10 sl 97
  dan opens long 2 @ 100 x10 sl 97
  price 97
  ben closes short 5 @ 94               # beyond what ana may take: her margin ends at 95
  wait 1
  restart
  dan holds long 2 for 200 margin 20
  cid holds long 2 for 200 margin 20
  wait 1
  cid holds nothing
  wait 1
  dan holds nothing
  ana holds long 2 for 200 margin 10
  book 94 x 1 |
  `,
  { heldLooksPerCommand: 1 },
);

contractScenario(
  'a stop entry and a fill-or-kill stop are still rejected without a counterparty',
  `
  bank ana 1000
  bank ben 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10
  ana opens long 1 at market stop 103 x10
  ana closes long 5 at market stop 97 fok
  price 103
  last reason triggerRejected
  price 97
  last reason triggerRejected
  ana orders 0
  `,
);

contractScenario(
  'a held stop on a part can be amended and cancelled',
  `${shortOfBen}
  ana opens long 5 @ 100 x10
  ana closes long 4 at market stop 97 as part
  price 97
  cid opens long 1 @ 97 x10
  wait 1
  ana holds long 4 for 400 margin 40
  ana amends part to 1
  => refused amendTooSmall
  ana amends part to 3
  => partlyFilled 1
  ana amends part to 5
  => partlyFilled 1
  ana amends part to 6
  => refused closeTooLarge
  ana amends part to 2
  cid opens long 5 @ 97 x10
  wait 1
  ana holds long 3 for 300 margin 30
  ana orders 0
  `,
);

contractScenario(
  'a contract without the rule that keeps protective stops rejects them, as before; redefined with the rule it keeps them',
  `
  bank ana 1000
  bank ben 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10 sl 97
  rules reject
  price 97
  last reason triggerRejected
  ana holds long 5 for 500 margin 50
  ana orders 0
  price 100
  ana protects long sl 97
  rules keep
  price 97
  last reason triggered
  ana orders 1
  `,
);
