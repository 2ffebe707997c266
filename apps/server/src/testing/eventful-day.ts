import { House } from '@bourse/engine';
import { contractKit } from './contracts.ts';
import type { Exchange } from './exchange.ts';

/** A clock that a test moves ahead. */
export interface MovedClock {
  now(): number;
  pass(ms: number): void;
}

/** A day of leverage in the demo venue: opening, stops, a timed contract, funding, and a fall that liquidates. Resolves when the histories have all of it. */
export async function eventfulDay(exchange: Exchange, clock: MovedClock): Promise<void> {
  const contracts = await contractKit(exchange);
  await contracts.house(House.timed, 4, 1_000_000_000_000n);
  await contracts.price('60000');
  await contracts.quotes('59400', '60000');
  const ana = await contracts.customer('2000');
  await contracts.open(ana.token, { quantity: '0.1', lever: 100 });
  await contracts.open(ana.token, { price: '59000', quantity: '0.01', takeProfit: '66000' });
  await exchange.call('POST pay/wallet/any-transfer', { from: 2, to: 4, asset: 'USDT', amount: '100' }, { token: ana.token });
  const timed = { symbol: 'BTC-PERP', direction: 1, durationS: 30, stake: '20' } as const;
  const bought = await exchange.call('POST pay/order-contract-quick/buy', timed, { token: ana.token });
  if (bought.code !== 0) throw new Error(`the timed contract was refused: ${bought.msg}`);
  // First funding, then the fall that liquidates. The timed contract ends in between.
  const due = (await contracts.positions(ana.token))[0]?.nextFunding ?? 0;
  await contracts.price('60000');
  clock.pass(due - clock.now() - 500);
  await contracts.price('60000');
  clock.pass(600);
  await contracts.price('60000');
  await contracts.price('59745');
  await contracts.price('59600');
  const { seq } = await exchange.venues.demo.read((engine) => engine.seq);
  if (!(await exchange.venues.demo.waitProjected(seq, 10_000))) throw new Error('the histories are late');
}
