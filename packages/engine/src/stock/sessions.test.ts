import { marketOpens, stockScenario } from '../testing/stock-scenario.ts';

/** MALAY opens at 20, so that its upper limit is 22, with ten shares for the maker to sell. */
const malayOpens = `
  bank maker 10000
  price malay 20
  opens
  price malay 20
  house 10 malay`;

stockScenario(
  'during a session a stock trades for cash; a buyer pays the fee on top, a seller out of the proceeds',
  `
  bank ana 1000
  ${marketOpens(50)}
  maker sells 10 @ 101
  ana buys 4 @ 101
  => filled 4
  ana holds long 4 for 404 own 404 owes 0
  ana has 595.596, 4 shares
  maker buys 10 @ 99
  ana sells 3 @ 99
  => filled 3
  ana holds long 1 for 101 own 101 owes 0
  ana has 892.299, 1 shares
  ana sells 2 @ 99
  => refused closeTooLarge
  ana sells all at market
  => filled 1
  ana holds nothing
  ana has 991.2, 0 shares
  ana sells 1 @ 99
  => refused positionUnknown
  `,
);

stockScenario(
  'orders sent outside a session wait and enter at the open, in the order they were sent',
  `
  bank ana 1000
  bank ben 1000
  ${marketOpens(50)}
  closes
  ben buys 3 @ 102 as second
  => untriggered
  ana buys 2 @ 102
  => untriggered
  ben has 693.694 + 306.306
  maker sells 4 @ 101
  => untriggered
  maker sells 1 @ 101 ioc
  => refused sessionClosed
  ana buys 1 at market fok
  => refused sessionClosed
  book |
  restart
  opens
  book |                                   # the last price is from yesterday
  price 100
  book 102 x 1 |
  ben holds long 3 for 306 own 306 owes 0
  ana holds long 1 for 102 own 102 owes 0
  closes
  ana buys 1 @ 90 as late
  ana cancels late
  => cancelled
  ana has 795.847 + 102.102
  `,
);

stockScenario(
  'waiting orders are not overtaken: while they enter, a new order queues behind them',
  `
  bank ana 1000
  bank ben 1000
  ${marketOpens(50)}
  closes
  ana buys 1 @ 99
  ana buys 1 @ 98
  ana buys 1 @ 97
  ben buys 1 @ 96
  opens
  price 100
  book 99 x 1 |
  restart
  ben buys 1 @ 97
  => untriggered
  book 99 x 1, 98 x 1 |
  ben buys 1 @ 97 ioc
  => refused overloaded
  wait 1 s
  wait 1 s
  book 99 x 1, 98 x 1, 97 x 2, 96 x 1 |
  `,
  { wakesPerCommand: 1 },
);

stockScenario(
  'a waiting market order enters when the other side has an order, ahead of the next new order',
  `
  bank ana 1000
  bank ben 1000
  ${marketOpens(50)}
  closes
  ana buys 2 at market
  ben buys 1 @ 99
  opens
  price 100
  book 99 x 1 |
  ben buys 1 @ 98
  => open
  book 99 x 1, 98 x 1 |
  restart
  maker sells 1 @ 100
  ben buys 1 at market
  => refused noLiquidity
  ana holds long 1 for 100 own 100 owes 0
  maker sells 3 @ 101
  price 100
  book 99 x 1, 98 x 1 | 101 x 3
  `,
);

stockScenario(
  'a waiting order that can no longer be placed is rejected and its whole reserve released',
  `
  bank ana 1000
  opens
  price 100
  closes
  ana buys 2 @ 100
  ana has 799.8 + 200.2
  opens
  price 150
  last triggerRejected
  ana has 1000
  `,
);

stockScenario(
  'prices stay within the day’s limits around the last close, rounded inward; resting orders outside them are cancelled at the open',
  `
  bank ana 1000
  bank ben 1000
  price malay 15
  opens
  price malay 15
  ana buys 1 @ 17 malay
  => refused priceOutsideDayLimits         # 15 ± 1.5: 14 to 16
  ana buys 1 @ 13 malay
  => refused priceOutsideDayLimits
  ana buys 5 @ 15 malay
  => open
  price malay 14
  closes
  opens
  price malay 14
  book malay 15 x 5 |                       # 14 ± 1.4: 13 to 15
  ana buys 5 @ 16 malay
  => refused priceOutsideDayLimits
  price malay 13
  closes
  opens
  last bandReached                         # 13 ± 1.3: 12 to 14
  book malay |
  ana has 1000
  `,
);

stockScenario(
  'orders at the upper circuit queue by time, trade with sellers at that price, and expire at the close',
  `
  bank ana 1000
  bank ben 1000
  bank cid 1000
  ${malayOpens}
  ana queues 3 malay
  => open
  ben queues 4 malay
  => open
  book malay 22 x 7 |
  ana has 933.868 + 66.132                 # 22 each, fee 0.1 % and stamp duty 0.1 %
  `,
);

stockScenario(
  'the queue at the upper circuit fills by time priority; the orders left in it expire at the close',
  `
  bank ana 1000
  bank ben 1000
  ${malayOpens}
  ana queues 3 malay
  ben queues 4 malay
  maker sells 5 @ 22 malay
  => filled 5
  ana holds long 3 for 66 own 66 owes 0
  ben holds long 2 for 44 own 44 owes 0
  breaks
  book malay 22 x 2 |
  ana queues 1 malay as inBreak
  => untriggered
  resumes
  price malay 21
  book malay 22 x 3 |
  closes
  book malay |
  last sessionClosed
  ana has 933.901, 3 shares of malay       # maker fee 0.05 % and stamp duty 0.1 % of 66
  ana queues 1 malay
  => untriggered                           # at the next day's limit
  ben queues 1
  => refused upperCircuitUnavailable
  `,
);

stockScenario(
  'a break does not end the day: limits and day orders stay, and waiting orders enter after it',
  `
  bank ana 1000
  price malay 20
  opens
  price malay 20
  breaks
  ana buys 1 @ 20 malay
  => untriggered
  ana buys 1 @ 23 malay
  => refused priceOutsideDayLimits
  resumes
  price malay 21
  book malay 20 x 1 |
  `,
);

stockScenario(
  'a halted stock takes no orders and its waiting orders keep waiting; the operator’s halt outlasts a session',
  `
  bank ana 1000
  opens
  price 100
  ana buys 1 @ 90 as resting
  status halted
  ana buys 1 @ 91
  => refused instrumentHalted
  ana cancels resting
  => cancelled
  closes
  ana buys 1 @ 92
  => refused instrumentHalted
  opens
  price 100
  ana buys 1 @ 93
  => refused instrumentHalted
  status trading
  ana buys 1 @ 93
  => open
  status cancelOnly
  ana buys 1 @ 94
  => refused instrumentCancelOnly
  `,
);
stockScenario(
  'a stop that fires at the open with an empty book trades as soon as somebody quotes',
  `
  bank ana 1000
  ${marketOpens(50)}
  maker sells 2 @ 100
  ana buys 2 @ 100
  ana protects long sl 95
  ana holds long 2 for 200 own 200 owes 0
  closes
  opens
  price 90
  last triggered
  ana holds long 2 for 200 own 200 owes 0
  restart
  maker buys 5 @ 90
  price 90
  ana holds nothing
  book 90 x 3 |
  `,
);

stockScenario(
  'a stop that has fired and is held can still be cancelled',
  `
  bank ana 1000
  ${marketOpens(50)}
  maker sells 1 @ 100
  ana buys 1 @ 100
  ana protects long sl 95
  closes
  opens
  price 90
  restart
  ana protects long
  maker buys 5 @ 90
  price 90
  ana holds long 1 for 100 own 100 owes 0
  `,
);

stockScenario(
  'a stop that finds too few buyers keeps its remainder and trades on as buyers come, even after a close',
  `
  bank ana 1000
  ${marketOpens(50)}
  maker sells 5 @ 100
  ana buys 5 @ 100
  ana protects long sl 95
  maker buys 2 @ 95
  price 95
  last filled
  ana holds long 3 for 300 own 300 owes 0
  closes
  restart
  opens
  price 80
  maker buys 5 @ 50                        # outside the band
  => refused priceOutsideBand
  maker buys 5 @ 78
  price 80
  ana holds nothing
  book 78 x 2 |
  `,
);

stockScenario(
  'without the rule that keeps protective stops, a stop waits only when the book is empty, so old journals still replay',
  `
  bank ana 1000
  rules reject
  ${marketOpens(50)}
  maker sells 2 @ 100
  ana buys 2 @ 100
  ana protects long sl 95
  closes
  opens
  price 90
  last triggered
  restart
  maker buys 1 @ 90
  price 90
  last marketExhausted
  ana holds long 1 for 100 own 100 owes 0
  `,
);
