import { contractScenario } from '../testing/contract-scenario.ts';

contractScenario(
  'a long and a short trade: margin is locked, fees are paid, and at the close one wins what the other loses',
  `
  bank ana 1000
  bank ben 1000
  ben opens short 5 @ 100 x10 as offer
  => open 0
  ben has 949.5 + 50.5                  # 50 margin, 0.5 taker fee at most
  ana opens long 3 @ 100 x5
  => filled 3
  ana holds long 3 for 300 margin 60
  ana has 939.7 + 60                    # 0.3 fee
  ben holds short 3 for 300 margin 30
  ben has 949.65 + 50.2                 # maker fee 0.15, the rest of the fee reserve is back
  ben cancels offer
  ben has 969.85 + 30
  bank cid 1000
  cid opens long 10 @ 90 x10
  price 108
  cid opens short 10 @ 110 x10
  price 108
  ana closes long 3 @ 108
  => open 0
  cid opens long 3 @ 110 x10
  => filled 3
  ana holds nothing
  ana has 1023.538                      # 24 won at 108, maker fee 0.162
  clearing -24
  `,
);

contractScenario(
  'closing part of a long releases its share of the margin',
  `
  bank ana 1000
  bank ben 1000
  bank cid 1000
  ben opens short 3 @ 100 x10
  ana opens long 3 at market x7
  => filled 3
  ana holds long 3 for 300 margin 42.857145
  cid opens long 5 @ 100 x10
  ana closes long 2 at market
  => filled 2
  ana holds long 1 for 100 margin 14.285715
  ana closes long 5 @ 100
  => refused closeTooLarge
  ana closes long all at market
  => filled 1
  ana holds nothing
  ana has 999.4
  ana closes long all at market
  => refused positionUnknown
  `,
);
