import { scenario } from '../testing/scenario.ts';

scenario(
  'a stop-market sell fires when the price falls to it and sells at market',
  `
  bank maker 2000 USDT
  bank ana 5 COIN
  maker buys 5 @ 94
  ana sells 3 at market stop 95 as stop
  => untriggered
  ana has 2 + 3 COIN
  price 96
  book 94 x 5 |
  price 95
  last reason filled
  book 94 x 2 |
  ana has 279.18 USDT, 2 COIN
`,
);

scenario(
  'a stop-limit buy fires when the price rises to it and rests at its limit',
  `
  bank maker 20 COIN
  bank ana 1000 USDT
  ana buys 2 @ 106 stop 105
  => untriggered
  ana has 788 + 212 USDT
  price 104
  book |
  price 107
  last reason triggered
  book 106 x 2 |
  maker sells 1 @ 106
  => filled 1
  ana has 788 + 106 USDT, 0.995 COIN
`,
);

scenario(
  'a take-profit waits on the other side of the price: a sell above, a buy below',
  `
  bank maker 20 COIN 2000 USDT
  bank ana 1000 USDT 5 COIN
  maker buys 2 @ 104
  ana sells 2 at market take-profit 105
  ana buys 1 @ 95 take-profit 96
  price 105
  ana has 1110.92 + 95 USDT, 3 COIN
  price 96
  last reason triggered
  book 95 x 1 |
`,
);

scenario(
  'a trigger on the wrong side of the price is refused',
  `
  bank ana 1000 USDT 5 COIN
  ana buys 1 @ 99 stop 100
  => refused triggerWrongSide
  ana sells 1 @ 100 stop 101
  => refused triggerWrongSide
  ana sells 1 at market take-profit 100
  => refused triggerWrongSide
  ana buys 1 at market take-profit 101
  => refused triggerWrongSide
`,
);

scenario(
  'a waiting market buy reserves at the upper band around its trigger and gets the rest back',
  `
  bank maker 20 COIN
  bank ana 1000 USDT
  maker sells 5 @ 106
  ana buys 2 at market stop 105
  ana has 770 + 230 USDT
  price 105
  ana has 788 USDT, 1.98 COIN
`,
);

scenario(
  'a waiting market buy by value reserves the value',
  `
  bank maker 20 COIN
  bank ana 1000 USDT
  maker sells 5 @ 106
  ana buys for 250 at market stop 105
  ana has 750 + 250 USDT
  price 105
  last reason filled
  ana has 788 USDT, 1.98 COIN
`,
);

scenario(
  'a fired order that could not be placed now is rejected and its money released',
  `
  bank maker 20 COIN
  bank ana 1000 USDT
  ana buys 2 at market stop 105
  ana buys 1 @ 108 stop 106 post-only
  price 105
  last reason triggerRejected
  maker sells 1 @ 107
  price 106
  last reason triggerRejected
  ana has 1000 USDT
`,
);

scenario(
  'a command fires a limited number of triggers; the rest fire with the next, even if the price has come back',
  `
  bank maker 20 COIN 2000 USDT
  bank ana 10 COIN
  bank bob 10 COIN
  maker buys 5 @ 94
  ana sells 1 at market stop 95
  bob sells 1 at market stop 97
  ana sells 1 at market stop 96
  price 95
  book 94 x 3 |
  restart
  price 100
  book 94 x 2 |
  ana sells 1 at market stop 95
  => untriggered
  wait 1 s
  book 94 x 2 |
`,
  { wakesPerCommand: 2 },
);

scenario(
  'no trigger fires while the instrument is halted or the venue is cancel-only; the next tick afterwards decides',
  `
  bank maker 2000 USDT
  bank ana 10 COIN
  maker buys 5 @ 94
  ana sells 1 at market stop 97
  status halted
  price 95
  book 94 x 5 |
  status trading
  price 98
  book 94 x 5 |
  mode cancelOnly
  price 96
  book 94 x 5 |
  mode normal
  price 96
  book 94 x 4 |
`,
);

scenario(
  'an untriggered order can be amended and cancelled; only its reserve changes',
  `
  bank ana 1000 USDT
  ana buys 2 @ 106 stop 105 as stop
  ana amends stop to 3 @ 107
  => untriggered
  ana has 679 + 321 USDT
  ana amends stop to 1
  => untriggered
  ana has 893 + 107 USDT
  ana amends stop @ 120
  => refused priceOutsideBand
  ana amends stop to 10
  => refused insufficientBalance
  ana cancels stop
  => cancelled 1
  ana has 1000 USDT
`,
);

scenario(
  'a stop sale at market that fires while nobody bids inside the band is held with its coins, and sells as bids come',
  `
  bank maker 4000 USDT
  bank ana 5 COIN
  maker buys 1 @ 90
  ana sells 5 at market stop 95 as stop
  price 102
  price 95
  last reason filled
  ana has 89.1 USDT, 0 + 4 COIN
  restart
  ana amends stop to 4
  => partlyFilled 1
  ana has 89.1 USDT, 1 + 3 COIN
  maker buys 2 @ 86
  maker buys 5 @ 80                        # below the band of 95
  => refused priceOutsideBand
  wait 1
  ana has 259.38 USDT, 1 + 1 COIN
  status halted
  maker buys 2 @ 90
  => refused instrumentClosed
  status trading
  maker buys 2 @ 90
  wait 1
  ana has 348.48 USDT, 1 COIN
  book 90 x 1 |
`,
);

scenario(
  'a held stop sale can be cancelled; a stop buy is rejected when the book has no asks',
  `
  bank maker 4000 USDT
  bank ana 5 COIN 1000 USDT
  ana sells 5 at market stop 95 as stop
  ana sells 5 at market stop 96
  => refused insufficientBalance
  ana buys 2 at market stop 105
  price 95
  last reason triggered
  ana cancels stop
  => cancelled 1
  maker buys 2 @ 95
  price 95
  ana has 770 + 230 USDT, 5 COIN
  price 105
  last reason triggerRejected
`,
);
