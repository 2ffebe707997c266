import { scenario } from '../testing/scenario.ts';

scenario(
  'reducing the quantity keeps the place in the queue, any other change loses it',
  `
  bank maker 20 COIN
  bank ana 1000 USDT
  bank bob 1000 USDT
  ana buys 3 @ 99 as first
  bob buys 3 @ 99 as second
  ana amends first to 2
  => open
  maker sells 1 @ 99
  => filled 1
  ana has 802 + 99 USDT, 0.995 COIN
  ana amends first to 3
  => partlyFilled 1
  maker sells 2 @ 99
  => filled 2
  bob has 703 + 99 USDT, 1.99 COIN
  ana has 703 + 198 USDT, 0.995 COIN
`,
);

scenario(
  'an amended price may trade at once, under the old id',
  `
  bank maker 20 COIN
  bank ana 1000 USDT
  maker sells 2 @ 101
  ana buys 3 @ 99 as mine
  ana amends mine @ 101
  => partlyFilled 2
  book 101 x 1 |
  ana has 697 + 101 USDT, 1.98 COIN
  ana amends mine to 2
  => refused amendTooSmall
  ana amends mine to 20
  => refused insufficientBalance
  ana amends mine @ 120
  => refused priceOutsideBand
  book 101 x 1 |
`,
);

scenario(
  'an amended post-only order may not take',
  `
  bank maker 20 COIN
  bank ana 1000 USDT
  maker sells 2 @ 101
  ana buys 3 @ 99 post-only as mine
  ana amends mine @ 101
  => refused wouldTake
  ana amends mine @ 100 to 4
  => open
  ana has 600 + 400 USDT
`,
);

scenario(
  'an amended order that would trade with the account’s own order is cancelled',
  `
  bank ana 1000 USDT 5 COIN
  ana sells 2 @ 101
  ana buys 3 @ 99 as mine
  ana amends mine @ 101
  => cancelled 0
  last reason selfTrade
  ana has 1000 USDT, 3 + 2 COIN
`,
);

scenario(
  'a cancel that comes too late tells the owner how the order ended, and tells others nothing',
  `
  bank maker 20 COIN
  bank ana 1000 USDT
  bank bob 1000 USDT
  maker sells 2 @ 101
  ana buys 2 @ 101 as mine
  ana cancels mine
  => refused orderFinished
  bob cancels mine
  => refused orderUnknown
  ana buys 1 @ 99 as rest
  bob cancels rest
  => refused orderUnknown
  bob amends rest to 2
  => refused orderUnknown
  ana cancels rest
  => cancelled 1
  ana cancels rest
  => refused orderFinished
  ana cancels 999999
  => refused orderUnknown
`,
);

scenario(
  'cancelling all takes resting and waiting orders alike',
  `
  bank ana 2000 USDT 5 COIN
  ana buys 1 @ 99
  ana sells 1 @ 105
  ana sells 1 @ 91 stop 92
  ana buys 1 at market stop 105
  ana cancels all
  => cancelled 4
  ana has 2000 USDT, 5 COIN
`,
);

scenario(
  "the dead man's switch cancels everything when it is not renewed, and survives a restart",
  `
  bank ana 2000 USDT
  bank bob 2000 USDT
  ana buys 1 @ 99
  ana buys 1 at market stop 105
  bob buys 1 @ 98
  ana arms 3000 ms
  wait 2 s
  ana arms 3000 ms
  wait 2 s
  book 99 x 1, 98 x 1 |
  restart
  wait 1 s
  last reason cancelledByDeadMansSwitch
  book 98 x 1 |
  ana has 2000 USDT
  ana buys 1 @ 99
  ana arms 1000 ms
  ana arms 0 ms
  wait 2 s
  book 99 x 1, 98 x 1 |
`,
);

scenario(
  "the dead man's switch leaves sell stops and take-profits and cancels resting orders",
  `
  bank ana 100 USDT 9 COIN
  ana sells 1 @ 101
  ana sells 2 at market stop 95
  ana sells 1 @ 94 stop 95
  ana sells 3 at market take-profit 108
  ana arms 1000 ms
  wait 2 s
  last reason cancelledByDeadMansSwitch
  book |
  ana has 100 USDT, 3 + 6 COIN
  price 95
  ana arms 1000 ms
  wait 2 s
  ana has 100 USDT, 4 + 5 COIN             # the stop-limit rested at 94; the stop at market is held
`,
);
