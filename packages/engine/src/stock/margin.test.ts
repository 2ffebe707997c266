import { anaShortOfTen, marketOpens, stockScenario } from '../testing/stock-scenario.ts';

stockScenario(
  'a margined long pays its part, the pool lends the rest, and the shares are frozen until the loan is repaid',
  `
  bank ana 1000
  ${marketOpens(50, '1000 USDT 100 shares')}
  maker sells 10 @ 100
  ana buys 10 @ 100 x4
  => filled 10
  ana holds long 10 for 1000 own 250 owes 750
  ana has 749, 0 + 10 shares
  lent 750, 0 shares
  ana buys 5 @ 100 x2
  => refused leverageDiffers
  ana buys 10 @ 100 x5
  => refused leverageTooHigh
  ana buys 4 @ 100 x4
  => refused lendingExhausted              # 250 are left to lend
  maker buys 10 @ 110
  ana sells 4 @ 110
  => filled 4
  ana holds long 6 for 600 own 150 owes 450
  ana has 888.56, 0 + 6 shares             # 440 − 300 repaid − 0.44 fee
  lent 450, 0 shares
  `,
);

stockScenario(
  'the pool reserves what a resting order would borrow, and gets it back when the order leaves',
  `
  bank ana 1000
  bank ben 1000
  pool 100 USDT 5 shares
  opens
  price 100
  ana buys 2 @ 90 x2 as first
  => open
  ben buys 1 @ 90 x2
  => refused lendingExhausted
  ana amends first to 1
  => open
  ben buys 1 @ 90 x2 as second
  => open
  ana amends first to 2
  => refused lendingExhausted
  ben shorts 6 @ 110 x2
  => refused lendingExhausted
  ben shorts 5 @ 110 x2
  => open
  ana cancels first
  ben cancels second
  ana has 1000
  ben has 724.45 + 275.55
  `,
);

stockScenario(
  'a margined long is liquidated when its equity falls to its maintenance; while the book is deep enough only it pays',
  `
  bank ana 300
  ${marketOpens(50, '10000 USDT')}
  maker sells 10 @ 100
  ana buys 10 @ 100 x4
  ana has 49, 0 + 10 shares
  maker buys 4 @ 88
  maker buys 10 @ 86
  price 89
  ana holds long 10 for 1000 own 250 owes 750
  price 88                                 # equity 130 of 880: 14.8 %
  ana holds nothing
  lent 0, 0 shares
  ana has 166.132, 0 shares                # 868 − 750 − 0.868 + 49
  book 86 x 4 |
  `,
);

stockScenario(
  'a position that nobody takes stays open and is tried again at the next price; the fund pays the shortfall',
  `
  bank ana 300
  insurance 18.5
  ${marketOpens(50, '10000 USDT')}
  maker sells 10 @ 100
  ana buys 10 @ 100 x4
  price 80
  ana holds long 10 for 1000 own 250 owes 750
  maker buys 3 @ 70
  ana buys 1 @ 65 x4 as hope
  price 72
  ana holds long 7 for 700 own 175 owes 525   # 5 a share were missing
  lent 525, 0 shares
  maker buys 7 @ 74
  price 71
  ana holds long 4 for 400 own 100 owes 300  # 1 a share was missing, 3.5 in the fund
  price 72
  ana holds long 4 for 400 own 100 owes 300
  price 80
  maker buys 4 @ 76
  price 81
  ana holds nothing
  lent 0, 0 shares
  `,
);

stockScenario(
  'a short borrows shares, its proceeds and margin are frozen, and it is charged each close until it is covered',
  `
  bank ana 1000
  bank ben 2000
  ${anaShortOfTen}
  => filled 10
  ana holds short 10 for 1000 own 500 owes 1000
  ana has 499 + 1500
  lent 0, 10 shares
  price 90
  closes
  ana has 497.2 + 1500                     # 0.2 % of 900
  opens
  price 90
  ana shorts 11 @ 90 x2
  => refused lendingExhausted
  ben sells 6 @ 90
  ana covers 6 @ 90
  => filled 6
  ana holds short 4 for 400 own 200 owes 400
  ana has 856.66 + 600                     # 60 won, 300 margin, 0.54 fee
  ben sells 4 @ 80
  ana covers all at market
  ana holds nothing
  ana has 1136.34
  lent 0, 0 shares
  `,
);

stockScenario(
  'a short is liquidated when the price has risen to its maintenance',
  `
  bank ana 300
  bank ben 2000
  ${marketOpens(50, '1000 USDT 20 shares')}
  ben buys 10 @ 100
  ana shorts 10 @ 100 x4
  ana has 49 + 1250
  maker sells 10 @ 110
  price 108
  ana holds short 10 for 1000 own 250 owes 1000
  price 109                                # 1090 × 1.15 = 1253.5
  ana holds nothing
  ana has 197.9                            # 1250 − 1100 − 1.1 + 49
  lent 0, 0 shares
  `,
);

stockScenario(
  'only stocks marked shortable can be sold short, and only up to the allowed leverage',
  `
  bank ana 1000
  opens
  price malay 20
  ana shorts 1 @ 20 malay
  => refused shortNotAllowed
  ana buys 1 @ 20 x2 malay
  => refused leverageTooHigh
  `,
);

stockScenario(
  'interest is paid from the available balance, then from the margin, so that the loan grows',
  `
  bank ana 251
  ${marketOpens(50, '10000 USDT')}
  maker sells 10 @ 100
  ana buys 10 @ 100 x4
  ana has 0, 0 + 10 shares
  closes
  ana holds long 10 for 1000 own 249.25 owes 750.75
  lent 750.75, 0 shares
  opens
  closes
  ana holds long 10 for 1000 own 248.49925 owes 751.50075
  `,
);

stockScenario(
  'a stop protects a margined long and fires at the reference price; the position’s end cancels its other stops',
  `
  bank ana 1000
  ${marketOpens(50, '10000 USDT')}
  maker sells 10 @ 100
  ana buys 10 @ 100 x2 tp 120 sl 95
  => filled 10
  ana protects long tp 130 of 4
  => position
  maker buys 10 @ 94
  price 95
  ana holds nothing
  last positionClosed
  ana has 938.06                           # 440 back of 500, fees 1 and 0.94
  ana protects long tp 130
  => refused positionUnknown
  `,
);

stockScenario(
  'the fourth round trip within five days is refused without permission; closing the next day is no round trip',
  `
  bank ana 5000
  ${marketOpens(50, '10000 USDT')}
  maker sells 20 @ 100
  maker buys 20 @ 99
  ana buys 1 @ 100 x2
  ana sells 1 @ 99
  => filled 1
  ana buys 1 @ 100 x2
  ana sells 1 @ 99
  => filled 1                              # the same day and stock count once
  closes
  opens
  price 100
  ana buys 1 @ 100 x2
  ana sells 1 @ 99
  closes
  opens
  price 100
  ana buys 1 @ 100 x2
  ana sells 1 @ 99
  closes
  opens
  price 100
  ana buys 2 @ 100 x2
  ana sells 1 @ 99
  => refused dayTradeNeeded
  closes
  ana sells 1 @ 99
  => untriggered
  opens
  price 100
  ana holds long 1 for 100 own 50 owes 50
  ana buys 1 @ 100 x2
  ana sells 1 @ 99
  => refused dayTradeNeeded
  ana may day-trade
  ana sells 1 @ 99
  => filled 1
  closes
  opens
  price 100
  `,
);
