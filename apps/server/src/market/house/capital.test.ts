import { House } from '@bourse/engine';
import { expect, it } from 'vitest';
import { makerOn } from '../../testing/market-maker.ts';
import { allListings, createCatalogue } from '../catalogue/catalogue.ts';
import { targetUnits } from './funding.ts';

const prices: Readonly<Record<string, number>> = {
  'BTC/USDT': 6_841_250,
  'ETH/USDT': 352_000,
  'ETH/BTC': 51_500,
  'BTC-PERP': 136_825,
  'EUR-PERP': 108_642,
};
const catalogue = createCatalogue(
  undefined,
  allListings.filter(({ symbol }) => symbol in prices).map((one) => ({ ...one, tradable: true })),
);
/** A venue on its first day. Only the named markets have prices. */
async function venue() {
  const { clock, engine, board, pump, maker } = await makerOn(catalogue);
  await maker.start();
  const hear = async (...symbols: string[]) => {
    await clock.advance(1_100);
    for (const symbol of symbols) {
      const { id: instrument } = catalogue.instrumentBySymbol(symbol)!;
      const last = prices[symbol]!;
      board.tick({ instrument, time: clock.now(), bid: last - 1, ask: last + 1, last, lots: 1, side: 0 });
    }
    await pump.pump();
    await maker.round();
    engine.checkInvariants();
  };
  const quoted = () =>
    Object.keys(prices).filter((symbol) => {
      const { bids, asks } = engine.depth(catalogue.instrumentBySymbol(symbol)!.id, 10);
      return bids.length > 0 && asks.length > 0;
    });
  const held = (symbol: string) => {
    const { base } = catalogue.instrumentBySymbol(symbol)!;
    const balance = engine.balances(House.marketMaker).find(({ asset, wallet }) => asset === base.id && wallet === 1);
    return (balance?.available ?? 0n) + (balance?.frozen ?? 0n);
  };
  return { clock, hear, quoted, held };
}

it('quotes a contract with its first price, though other markets are silent', async () => {
  const { hear, quoted } = await venue();
  await hear('BTC-PERP');
  expect(quoted()).toEqual(['BTC-PERP']);
});

it('brings a coin in once for all books that sell it', async () => {
  const { hear, quoted, held } = await venue();
  await hear('BTC/USDT', 'ETH/USDT');
  expect(quoted()).toEqual(['BTC/USDT']);
  await hear('BTC/USDT', 'ETH/USDT', 'ETH/BTC');
  expect(quoted()).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
  const wanted = (symbol: string) => targetUnits(catalogue.instrumentBySymbol(symbol)!, prices[symbol]!);
  expect(held('ETH/USDT')).toBe(wanted('ETH/USDT') + wanted('ETH/BTC'));
});

it('waits fifteen seconds for a silent book of the same coin, which shares what there is when it speaks', async () => {
  const { clock, hear, quoted, held } = await venue();
  await hear('ETH/USDT');
  expect(quoted()).toEqual([]);
  await clock.advance(15_000);
  await hear('BTC/USDT', 'ETH/USDT');
  expect(quoted()).toEqual(['BTC/USDT', 'ETH/USDT']);
  const before = held('ETH/USDT');
  for (let round = 0; round < 3; round += 1) await hear('BTC/USDT', 'ETH/USDT', 'ETH/BTC');
  expect(quoted()).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
  expect(held('ETH/USDT')).toBe(before);
});
