import { scenario } from '../testing/scenario.ts';

scenario(
  'a market buy walks the book and stops at the band',
  `
  bank maker 10 COIN
  bank ana 1000 USDT
  price 95
  maker sells 2 @ 96
  maker sells 3 @ 104
  price 90
  maker sells 4 @ 99
  book | 96 x 2, 99 x 4, 104 x 3
  ana buys 9 at market
  => cancelled 6
  last reason bandReached
  ana has 412 USDT, 5.94 COIN
  book | 104 x 3
`,
);

scenario(
  'a market buy that finds too little is partly filled and the rest cancelled',
  `
  bank maker 10 COIN
  bank ana 1000 USDT
  maker sells 2 @ 101
  ana buys 5 at market
  => cancelled 2
  last reason marketExhausted
  ana has 798 USDT, 1.98 COIN
  book |
`,
);

scenario(
  'a market order with nothing to trade against is refused',
  `
  bank ana 1000 USDT 5 COIN
  ana buys 1 at market
  => refused noLiquidity
  ana sells 1 at market
  => refused noLiquidity
  ana has 1000 USDT, 5 COIN
`,
);

scenario(
  'a market buy needs funds for the book’s asks, not for the whole band',
  `
  bank maker 10 COIN
  bank ana 201 USDT
  bank bob 202 USDT
  maker sells 2 @ 101
  ana buys 2 at market
  => refused insufficientBalance
  bob buys 2 at market
  => filled 2
  bob has 1.98 COIN
`,
);

scenario(
  'a market buy by value spends no more than its value and buys whole lots',
  `
  bank maker 10 COIN
  bank ana 1000 USDT
  maker sells 2 @ 100
  maker sells 5 @ 101
  ana buys for 450 at market
  => filled 4
  ana has 598 USDT, 3.96 COIN
  ana buys for 50 at market
  => refused notionalTooSmall
  ana buys for 2000 at market
  => refused insufficientBalance
`,
);

scenario(
  'a market sell by value sells the lots that raise it',
  `
  bank maker 2000 USDT
  bank ana 10 COIN
  maker buys 2 @ 100
  maker buys 5 @ 99
  ana sells for 300 at market
  => filled 3
  last reason filled
  ana has 296.01 USDT, 7 COIN
  book 99 x 4 |
`,
);

scenario(
  'a market sell must own all it offers and stops at the band',
  `
  bank maker 2000 USDT
  bank ana 3 COIN
  maker buys 2 @ 99
  maker buys 2 @ 90
  price 105
  ana sells 4 at market
  => refused insufficientBalance
  ana sells 3 at market
  => cancelled 2
  last reason bandReached
  book 90 x 2 |
`,
);

scenario(
  'a fill-or-kill market order trades whole or not at all',
  `
  bank maker 10 COIN
  bank ana 1000 USDT
  maker sells 2 @ 101
  ana buys 3 at market fok
  => refused cannotFillWhole
  ana buys 2 at market fok
  => filled 2
`,
);

scenario(
  'a stale price stops new risk but not cancelling',
  `
  bank ana 1000 USDT
  ana buys 1 @ 99 as rest
  wait 5 s
  ana buys 1 @ 99
  => open
  wait 1 ms
  ana buys 1 @ 99
  => refused priceStale
  ana buys 1 at market
  => refused priceStale
  ana amends rest to 2
  => refused priceStale
  ana cancels rest
  => cancelled 1
  price 100
  ana buys 1 @ 99
  => open
`,
);
