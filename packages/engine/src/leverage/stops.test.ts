import { contractScenario } from '../testing/contract-scenario.ts';

contractScenario(
  'take-profit and stop-loss attach with the first fill, follow the position’s size, and end with it',
  `
  bank ana 1000
  bank ben 1000
  bank cid 1000
  ana opens long 5 @ 100 x10 tp 110 sl 95 as bid
  ana orders 1
  ben opens short 2 @ 100 x10
  ana orders 3                          # the rest of the bid, and one stop each
  ben opens short 3 @ 100 x10
  ana orders 2
  cid opens long 9 @ 94 x10
  price 95
  ana holds nothing                     # sold whole at 94
  ana orders 0
  `,
);

contractScenario(
  'the take-profit fires for the whole position even if it has grown since',
  `
  bank ana 1000
  bank ben 1000
  bank cid 1000
  ben opens short 5 @ 100 x10
  ana opens long 2 @ 100 x10 tp 104
  ana opens long 3 @ 100 x10
  cid opens long 9 @ 103 x10
  price 104
  ana holds nothing
  clearing -15                          # ana's profit, which ben still owes
  `,
);

contractScenario(
  'stops on the whole position are replaced and removed, stops on parts are added',
  `
  bank ana 1000
  bank ben 1000
  bank cid 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10
  ana protects long tp 110 sl 95
  => position
  ana orders 2
  ana protects long tp 112
  ana orders 1
  ana protects long sl 96 tp 105 of 2
  ana orders 3
  ana protects long
  ana orders 2
  cid opens long 9 @ 95 x10
  price 96
  ana holds long 3 for 300 margin 30
  ana orders 1
  `,
);

contractScenario(
  'stops are refused on the wrong side, for more than is open, or beyond the limit',
  `
  bank ana 1000
  bank ben 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10
  ana protects long tp 100
  => refused takeProfitWrongSide
  ana protects long sl 100
  => refused stopLossWrongSide
  ben protects short tp 101
  => refused takeProfitWrongSide
  ben protects short sl 99
  => refused stopLossWrongSide
  ana protects long sl 90 of 6
  => refused closeTooLarge
  ana opens long 1 @ 99 x10 tp 98
  => refused takeProfitWrongSide
  ana opens long 1 @ 99 x10 sl 99
  => refused stopLossWrongSide
  ana protects short sl 90
  => refused positionUnknown
  ana protects long sl 90 of 1
  ana protects long sl 91 of 1
  ana protects long sl 92 of 1
  => refused stopsTooMany
  `,
  { partStopsPerPosition: 1 },
);

contractScenario(
  'a stop entry waits with its margin frozen and opens when the mark reaches its trigger',
  `
  bank ana 100
  bank ben 1000
  ana opens long 5 at market stop 103 x10 as entry
  => untriggered 0
  ana has 37.885 + 62.115               # at the upper band around the trigger: 123
  ana opens long 5 at market stop 99 x10
  => refused triggerWrongSide
  ben opens short 9 @ 103 x10
  price 103
  ana holds long 5 for 515 margin 51.5
  ana has 47.985 + 51.5
  `,
);

contractScenario(
  'a dead-man’s switch cancels opening and resting orders and leaves protective stops, waiting or held',
  `
  bank ana 1000
  bank ben 1000
  bank cid 1000
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10 sl 95
  ana closes long 1 @ 99 stop 98
  ana closes long 1 at market stop 97
  ana closes long 2 @ 108
  ana opens long 1 @ 96 x10
  ana opens long 1 at market stop 110 x10
  ana arms 2000
  price 97
  wait 3
  last reason cancelledByDeadMansSwitch
  ana orders 2                          # the stop on the whole and the held one; the stop-limit was resting
  price 95
  cid opens long 9 @ 95 x10
  wait 1
  ana holds nothing
  `,
);

contractScenario(
  'without the rule that keeps protective stops, the dead-man’s switch cancels stops too, and the position stays open without them',
  `
  bank ana 1000
  bank ben 1000
  rules reject
  ben opens short 5 @ 100 x10
  ana opens long 5 @ 100 x10 sl 95
  ana arms 2000
  wait 3
  ana orders 0
  ana holds long 5 for 500 margin 50
  last reason cancelledByDeadMansSwitch
  `,
);
