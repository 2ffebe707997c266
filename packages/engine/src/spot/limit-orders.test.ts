import { scenario } from '../testing/scenario.ts';

scenario(
  'price first, then time: the better price trades first, the older order before the newer',
  `
  bank maker 20 COIN
  bank ana 1000 USDT
  bank bob 5 COIN
  bank cem 5 COIN
  maker sells 5 @ 103
  bob sells 2 @ 102
  cem sells 2 @ 102
  ana buys 3 @ 102
  => filled 3
  book | 102 x 1, 103 x 5
  bob has 202.98 USDT, 3 COIN
  cem has 101.49 USDT, 3 + 1 COIN
`,
);

scenario(
  'a crossing limit order trades at the resting price and rests with the remainder',
  `
  bank maker 20 COIN
  bank ana 1000 USDT
  maker sells 2 @ 98
  ana buys 5 @ 100
  => partlyFilled 2
  ana has 504 + 300 USDT, 1.98 COIN
  book 100 x 3 |
  ana cancels all
  => cancelled 1
  ana has 804 USDT, 1.98 COIN
  book |
`,
);

scenario(
  'an order must be affordable in full at its limit, even when it would trade cheaper',
  `
  bank maker 20 COIN
  bank ana 500 USDT
  maker sells 5 @ 98
  ana buys 5 @ 101
  => refused insufficientBalance
  ana buys 5 @ 100
  => filled 5
  ana has 10 USDT, 4.95 COIN
`,
);

scenario(
  'a price outside the band is refused on either side',
  `
  bank ana 1000 USDT 5 COIN
  ana buys 1 @ 111
  => refused priceOutsideBand
  ana buys 1 @ 89
  => refused priceOutsideBand
  ana sells 1 @ 111
  => refused priceOutsideBand
  ana buys 1 @ 90
  => open
  ana sells 1 @ 110
  => open
`,
);

scenario(
  'immediate-or-cancel keeps what it got and never rests',
  `
  bank maker 20 COIN
  bank ana 1000 USDT
  maker sells 2 @ 100
  ana buys 5 @ 100 ioc
  => cancelled 2
  last reason immediateRemainder
  ana has 800 USDT, 1.98 COIN
  ana buys 1 @ 100 ioc
  => cancelled 0
  ana has 800 USDT, 1.98 COIN
  book |
`,
);

scenario(
  'fill-or-kill counts only what it may take: within its limit and ahead of the account’s own order',
  `
  bank maker 20 COIN
  bank ana 2000 USDT 5 COIN
  maker sells 2 @ 100
  ana sells 1 @ 101
  maker sells 2 @ 102
  ana buys 3 @ 101 fok
  => refused cannotFillWhole
  ana buys 3 @ 102 fok
  => refused cannotFillWhole
  ana buys 2 @ 102 fok
  => filled 2
`,
);

scenario(
  'a post-only order is refused if it would take, and otherwise rests',
  `
  bank maker 20 COIN
  bank ana 2000 USDT
  maker sells 2 @ 100
  ana buys 1 @ 100 post-only
  => refused wouldTake
  ana buys 1 @ 99 post-only
  => open
  ana buys 1 @ 99 post-only ioc
  => refused orderTypeInvalid
`,
);

scenario(
  'an account never trades with itself: the newer order gives way',
  `
  bank maker 20 COIN
  bank ana 2000 USDT 5 COIN
  maker sells 1 @ 99
  ana sells 2 @ 100
  maker sells 1 @ 101
  ana buys 5 @ 101
  => cancelled 1
  last reason selfTrade
  book | 100 x 2, 101 x 1
  ana has 1901 USDT, 3.99 + 2 COIN
  ana buys 1 at market
  => cancelled 0
  last reason selfTrade
`,
);

scenario(
  'order sizes and values have limits, and a refusal names the limit',
  `
  bank ana 2000 USDT
  ana buys 1000001 @ 100
  => refused quantityTooLarge
  price 10
  ana buys 1 @ 9
  => refused notionalTooSmall
  ana buys 1 @ 10
  => open
`,
);

scenario(
  'an account’s open orders and a book’s resting orders are limited in number',
  `
  bank ana 2000 USDT
  bank bob 2000 USDT
  ana buys 1 @ 99
  ana buys 1 @ 98
  ana buys 1 @ 97
  => refused tooManyOpenOrders
  bob buys 1 @ 97
  => open
  bob buys 1 @ 96
  => refused bookFull
  bob sells 1 @ 99 ioc
  => refused insufficientBalance
`,
  { openOrdersPerAccount: 2, ordersPerBook: 3 },
);

scenario(
  'one order makes a limited number of fills, then its remainder is cancelled rather than left crossed',
  `
  bank maker 20 COIN
  bank ana 2000 USDT
  maker sells 1 @ 100
  maker sells 1 @ 100
  maker sells 1 @ 101
  ana buys 3 @ 101 fok
  => refused cannotFillWhole
  ana buys 3 @ 101
  => cancelled 2
  last reason immediateRemainder
  book | 101 x 1
`,
  { fillsPerOrder: 2 },
);

scenario(
  'closed, halted and cancel-only instruments take no orders but allow cancelling',
  `
  bank ana 2000 USDT
  ana buys 1 @ 99 as a
  ana buys 2 @ 99 as b
  ana buys 1 @ 98 as c
  status cancelOnly
  ana buys 1 @ 99
  => refused instrumentCancelOnly
  ana cancels a
  => cancelled 1
  status halted
  ana buys 1 @ 99
  => refused instrumentClosed
  ana amends b to 1
  => open
  ana amends b @ 98
  => refused instrumentClosed
  status closed
  ana cancels b
  => cancelled 1
  mode cancelOnly
  status trading
  ana buys 1 @ 99
  => refused venueCancelOnly
  mode readOnly
  ana cancels c
  => refused readOnly
  ana moves 5 USDT from coin to contract
  => refused readOnly
  mode normal
  ana cancels c
  => cancelled 1
  ana has 2000 USDT
`,
);
