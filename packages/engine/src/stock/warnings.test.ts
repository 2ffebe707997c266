import { marketOpens, stockScenario } from '../testing/stock-scenario.ts';

stockScenario(
  'a margined long is warned once at 80 %, again only after it was below 70 %, and then liquidated',
  `
  bank ana 1000
  ${marketOpens(50, '10000 USDT')}
  maker sells 20 @ 100
  ana buys 10 @ 100 x4
  price 93
  warned nobody                            # 78 %
  price 92
  warned ana at 82 %
  restart
  price 91
  price 95
  price 92
  warned nobody                            # it was 72 % at 95
  price 96
  restart
  price 92
  warned ana at 82 %
  maker buys 10 @ 88
  price 88
  warned nobody
  ana holds nothing
  `,
);

stockScenario(
  'a short is warned as the price rises, a cash position never, and a gap beyond maintenance gives no warning',
  `
  bank ana 1000
  bank ben 10000
  bank cid 1000
  pool 10000 USDT 20 shares
  opens
  price 100
  ben buys 10 @ 100
  ana shorts 10 @ 100 x4
  ben buys 10 @ 100
  cid shorts 10 @ 100 x2
  price 105
  warned nobody
  price 106
  warned ana at 84 %
  price 102
  price 106
  warned ana at 84 %
  price 30
  warned nobody
  price 140
  warned nobody                            # both are due at once
  `,
);
