import { anaShortOfTen, marketOpens, stockScenario } from '../testing/stock-scenario.ts';

/** Ana holds ten shares on margin, Ben is short of five. */
const longAndShort = `
  bank ana 2000
  bank ben 2000
  ${marketOpens(30, '10000 USDT 20 shares')}
  maker sells 10 @ 100
  ana buys 10 @ 100 x2
  ben shorts 5 @ 100 x2
  maker buys 5 @ 100
`;

stockScenario(
  'a dividend is paid from outside to longs and by shorts to the pool',
  `
  bank ana 2000
  bank ben 2000
  ${anaShortOfTen}
  ana has 1499 + 1500
  dividend 2
  => refused corporateActionInSession
  closes
  ana has 1497 + 1500
  ben has 999.5, 10 shares
  dividend 2
  => done
  ana has 1477 + 1500
  ben has 1019.5, 10 shares
  opens
  price 98
  ana covers 1 @ 97
  => open
  closes
  dividend 1
  last corporateAction                     # open orders are cancelled
  `,
);

stockScenario(
  'a dividend of a fraction of a unit per share is rounded once per holding: down for a long and the house, up for a short',
  `
  bank ana 1000
  bank ben 2000
  ${marketOpens(30, '1000 USDT 10 shares')}
  maker sells 5 @ 100
  ana buys 5 @ 100
  maker buys 5 @ 100
  ben shorts 5 @ 100 x2
  closes
  ana has 499.5, 5 shares
  ben has 1748.5 + 750
  dividend 0.000002 for 3                     # five shares: three and a third millionths
  => done
  ana has 499.500003, 5 shares
  ben has 1748.499996 + 750
  dividend 0.000001 for 10                    # nothing for her, a millionth of his
  ana has 499.500003, 5 shares
  ben has 1748.499995 + 750
  `,
);

stockScenario(
  'a short that cannot pay a dividend pays from its margin',
  `
  bank ana 502
  bank ben 2000
  ${anaShortOfTen}
  closes
  ana holds short 10 for 1000 own 499 owes 1000
  dividend 3
  ana holds short 10 for 1000 own 469 owes 1000
  ana has 0 + 1469
  `,
);

stockScenario(
  'a split multiplies everybody’s shares and keeps their cost',
  `${longAndShort}
  closes
  split 4 for 1
  => done
  ana holds long 40 for 1000 own 500 owes 500
  ana has 1498.5, 0 + 40 shares
  ben holds short 20 for 500 own 250 owes 500
  lent 500, 20 shares
  opens
  ana buys 1 @ 25 x2
  => refused priceStale
  price 25
  maker buys 10 @ 25
  ana sells 10 @ 25
  => filled 10
  ana holds long 30 for 750 own 375 owes 375
  `,
);

stockScenario(
  'a reverse split pays out fractions at the last close, repaying the loan first; a short pays for its fraction',
  `${longAndShort}
  price 110
  closes
  split 1 for 3
  ana holds long 3 for 900 own 450 owes 450   # one old share of ten: 110 for it, 50 of the loan repaid
  ana has 1558.5, 0 + 3 shares
  ben holds short 1 for 300 own 150 owes 300  # two of five: 220 paid out of 200 and 20 of their margin
  lent 450, 1 shares
  opens
  price 330
  closes
  split 1 for 4
  ana holds nothing                           # three quarters of a new share
  ben holds nothing
  lent 0, 0 shares
  `,
);

stockScenario(
  'between a split and the next price nothing trades at the old price, and stops use the new one',
  `
  bank ana 2000
  ${marketOpens(30, '1000 USDT')}
  maker sells 10 @ 100
  ana buys 10 @ 100 x2
  status halted
  closes
  split 2 for 1
  status trading
  opens
  ana protects long sl 60
  => refused stopLossWrongSide
  ana protects long sl 45
  => position
  price 50
  ana holds long 20 for 1000 own 500 owes 500
  `,
);
