import { readAmount } from '@bourse/money';
import { typed } from '@bourse/money/testing';
import { MarginMode, OrderSide, PositionAction, PositionDirection } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btc, btcPerp, nvda } from '../../testing/market.ts';
import { position } from '../../testing/positions.ts';
import { type Lexicon, parse } from './parse.ts';
import { type Meaning, meaningsOf, nameAmong, type World } from './resolve.ts';

const lexicon: Lexicon = {
  ...{ buy: ['buy'], sell: ['sell'], long: ['long'], short: ['short'], close: ['close'], cancel: ['cancel'] },
  ...{ half: ['half'], all: ['all'], market: ['market'], at: ['at', '@'] },
};
const btcEur = { ...btc, id: 9, symbol: 'BTC/EUR', quote: 'EUR' };
const world = (parts: Partial<World> = {}): World => ({
  instruments: [btcEur, btc, btcPerp, nvda],
  positions: [],
  held: (asset) => (asset === 'BTC' ? '0.5' : null),
  locale: 'en',
  ...parts,
});
const meant = (query: string, in_ = world()): readonly Meaning[] => {
  const written = parse(query, lexicon, nameAmong(in_.instruments), in_.locale);
  return written ? meaningsOf(written, in_) : [];
};
const brief = (query: string, in_ = world()) =>
  meant(query, in_).map((one) => {
    if (one.is === 'order') {
      const { draft } = one.slip;
      const side =
        one.slip.kind === 'coin' ? one.slip.draft.side : `${one.slip.draft.action}/${one.slip.draft.direction} ${one.slip.draft.leverage}x`;
      return `${one.instrument.symbol} ${side} ${draft.quantity} ${draft.form} ${draft.price}`.trim();
    }
    if (one.is === 'ask') return `ask ${one.problem} ${one.choices.join(' ')}`.trim();
    if (one.is === 'hint') return `hint ${one.why}`;
    return one.is === 'cancel' ? `cancel ${one.instruments?.map(({ symbol }) => symbol).join(' ') ?? 'everything'}` : 'split';
  });
const { open, close } = PositionAction;
const { long, short } = PositionDirection;
const held = (kind: 2 | 3, symbol: string, quantity: string, direction: 1 | 2 = 1, lever = 10) =>
  position({ kind, symbol, quantity, direction, lever, marginMode: MarginMode.segmented });

describe('a written order', () => {
  it('means a coin in USDT first, and every coin of that name', () => {
    expect(brief('buy 0.1 btc 68000')).toEqual([`BTC/USDT ${OrderSide.buy} 0.1 limit 68000`, `BTC/EUR ${OrderSide.buy} 0.1 limit 68000`]);
    expect(brief('sell 0.1 bitcoin')).toEqual([`BTC/USDT ${OrderSide.sell} 0.1 market`, `BTC/EUR ${OrderSide.sell} 0.1 market`]);
    expect(brief('sell half btc/usdt')).toEqual([`BTC/USDT ${OrderSide.sell} 0.2500 market`]);
  });

  it('means a contract where it names a leverage, or nothing else has the name', () => {
    expect(brief('long 0.5 btc 20x')).toEqual([`BTC-PERP ${open}/${long} 0.5 20x market`.replace('0.5 20x', '20x 0.5')]);
    expect(brief('buy 0.5 btc 20x')).toEqual(brief('long 0.5 btc 20x'));
    expect(brief('short 0.5 btc-perp 20x 70000')).toEqual([`BTC-PERP ${open}/${short} 20x 0.5 limit 70000`]);
    expect(brief('buy 1 btc', world({ instruments: [btcPerp] }))).toEqual([`BTC-PERP ${open}/${long} 10x 1 market`]);
    expect(brief('long 1 btc', world({ instruments: [btc] }))).toEqual(['hint noLeverage']);
  });

  it('never changes a leverage: beyond the highest, or beside an open position of another, it is refused', () => {
    expect(brief('long 0.5 btc 101x')).toEqual(['hint leverage']);
    const positions = [held(2, 'BTC-PERP', '1', long, 5)];
    expect(brief('long 0.5 btc 20x', world({ positions }))).toEqual(['hint terms']);
    expect(brief('long 0.5 btc', world({ positions }))).toEqual([`BTC-PERP ${open}/${long} 5x 0.5 market`]);
  });

  it('closes what is open: all, a half in whole lots, or a size', () => {
    const positions = [held(2, 'BTC-PERP', '0.005', long), held(2, 'BTC-PERP', '0.1', short), held(3, 'NVDA', '7')];
    const in_ = world({ positions });
    expect(brief('close half btc', in_)).toEqual([
      `BTC-PERP ${close}/${long} 10x 0.002 market`,
      `BTC-PERP ${close}/${short} 10x 0.050 market`,
    ]);
    expect(brief('close btc @69000', in_)).toEqual([
      `BTC-PERP ${close}/${long} 10x 0.005 limit 69000`,
      `BTC-PERP ${close}/${short} 10x 0.1 limit 69000`,
    ]);
    expect(brief('sell 5 nvda', in_)).toEqual([`NVDA ${close}/${long} 10x 5 market`]);
    expect(brief('close half nvda', in_)).toEqual([`NVDA ${close}/${long} 10x 3 market`]);
    expect(brief('close half btc')).toEqual(['hint noPosition']);
    expect(brief('sell 5 nvda')).toEqual(['hint noHolding']);
  });

  it('cancels the orders of what it names, or all', () => {
    expect(brief('cancel all btc')).toEqual(['cancel BTC/EUR BTC/USDT BTC-PERP']);
    expect(brief('cancel all')).toEqual(['cancel everything']);
    expect(brief('cancel 0.1 btc')).toEqual(['hint tooMany']);
    expect(brief('cancel all doge')).toEqual(['hint unknown']);
  });

  it('asks as amount fields do', () => {
    expect(brief('buy 0,1 btc 68000')).toEqual(['ask ambiguous 0.1 1']);
    expect(brief('buy 0,1 btc', world({ locale: 'de' }))[0]).toBe(`BTC/USDT ${OrderSide.buy} 0.1 market`);
    expect(brief('buy 1e-2 btc')).toEqual(['ask exponent 0.01']);
    expect(brief('buy -1 btc')).toEqual(['ask negative']);
    expect(brief('buy 0.00015 btc')).toEqual(['ask decimals']);
    expect(brief('buy $5 btc')).toEqual(['ask asset']);
    expect(brief('buy 0.1 btc $68,000.50')).toContain(`BTC/USDT ${OrderSide.buy} 0.1 limit 68000.50`);
    expect(brief('buy 0 btc')).toEqual(['ask characters']);
    expect(brief('buy 1 500 nvda')).toEqual(['split']);
    expect(brief('buy btc')).toEqual(['hint size']);
  });
});

describe('whatever is typed as size and price', () => {
  const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
  const order = (query: string) => meant(query).find((one) => one.is === 'order' && one.instrument.symbol === 'BTC/USDT');

  it('is an order only with the one reading that the fields of the ticket give it', () => {
    let orders = 0;
    fc.assert(
      fc.property(typed, typed, fc.boolean(), (size, price, priced) => {
        const found = order(`buy ${size} btc${priced ? ` ${price}` : ''}`);
        if (found?.is !== 'order') return;
        orders += 1;
        const { draft } = found.slip;
        const blank = (text: string) => text.trim() === '';
        const parts = `${size} ${priced ? price : ''}`.split(/\s+/).filter((text) => !blank(text));
        // Every figure of the text is in the order, and nothing else is.
        const read = parts.flatMap((text) => {
          const reading = readAmount(text, { asset: /\p{Sc}/u.test(text) ? 'USDT' : undefined });
          return reading.ok && reading.amount !== '' ? [digits(reading.amount)] : [];
        });
        expect([digits(draft.quantity), ...(draft.price === '' ? [] : [digits(draft.price)])].toSorted()).toEqual(read.toSorted());
        expect(draft.quantity).toMatch(/^\d+(?:\.\d+)?$/);
        expect(draft.form).toBe(draft.price === '' ? 'market' : 'limit');
      }),
      { numRuns: 5_000, seed: 9 },
    );
    expect(orders).toBeGreaterThan(200);
  });

  it('is never an order with a size that the field would ask about', () => {
    fc.assert(
      fc.property(
        typed.filter((text) => !/\s/.test(text) && /\p{Nd}/u.test(text)),
        (size) => {
          const reading = readAmount(size, { decimals: 4, asset: 'BTC' });
          const found = order(`buy ${size} btc`);
          expect(found?.is === 'order' ? found.slip.draft.quantity : null).toBe(
            reading.ok && /[1-9]/.test(reading.amount) ? reading.amount : null,
          );
        },
      ),
      { numRuns: 5_000, seed: 10 },
    );
  });
});
