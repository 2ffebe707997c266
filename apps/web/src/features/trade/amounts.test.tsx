import { decimalCompare, formatAmount, readAmount } from '@bourse/money';
import { inScript, scripts, typed } from '@bourse/money/testing';
import { CallError } from '@bourse/protocol/client';
import { englishLabels, UiProvider } from '@bourse/ui';
import { act, fireEvent } from '@testing-library/react';
import fc from 'fast-check';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallName } from '../../data/index.ts';
import { balance, btc, btcPerp, mark, nvda, openMarket, quote } from '../../testing/market.ts';
import { openPositions, pageOf, position, protection } from '../../testing/positions.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { TransferScreen } from '../funds/TransferScreen.tsx';
import { LossLimit } from '../protection/parts/LossLimit.tsx';
import { ContractTicket } from './contract/ContractTicket.tsx';
import { contractDrafts, emptyContractDraft, emptyStockDraft, stockDrafts } from './leverage/draft.ts';
import { TransferSheet } from './leverage/TransferSheet.tsx';
import { CloseSheet } from './positions/CloseSheet.tsx';
import { MarginSheet } from './positions/MarginSheet.tsx';
import { StopsSheet } from './positions/StopsSheet.tsx';
import { emptyDraft } from './spot/draft.ts';
import { setDraft } from './spot/drafts.ts';
import { SpotTicket } from './spot/SpotTicket.tsx';
import { StockTicket } from './stock/StockTicket.tsx';
import { TimedTicket } from './timed/TimedTicket.tsx';

interface Field {
  name: string;
  /** The field of the command's body that the text becomes. */
  sends: string;
  /** An amount that the form accepts. */
  good: string;
  asset: string;
  /** A field that may stay empty, and that the button does not repeat. */
  optional?: true;
}
interface Form {
  name: string;
  command: CallName;
  part: () => ReactNode;
  prepare?: () => void;
  fields: Field[];
  /** The button of a question that follows, and names the amount. */
  confirm?: string;
  locale?: string;
}

const price: Field = { name: 'Price, USDT', sends: 'price', good: '67500.5', asset: 'USDT' };
const quantity: Field = { name: 'Quantity, BTC', sends: 'quantity', good: '0.1', asset: 'BTC' };
const stops = (profit: string, loss: string, names = ['Take profit, USDT', 'Stop loss, USDT']): Field[] => [
  { name: names[0]!, sends: 'takeProfit', good: profit, asset: 'USDT', optional: true },
  { name: names[1]!, sends: 'stopLoss', good: loss, asset: 'USDT', optional: true },
];
const spot = 'POST pay/order-coin/purchase-actual-commodities';
const offer = { symbol: 'BTC-PERP', asset: 'USDT', minStake: '5', maxStake: '1000', offers: [{ durationS: 60, payoutRate: '80' }] };

const forms: Form[] = [
  { name: 'spot at a limit', command: spot, part: () => <SpotTicket instrument={btc} dense />, fields: [price, quantity] },
  {
    name: 'spot at a limit, in German',
    command: spot,
    locale: 'de',
    part: () => <SpotTicket instrument={btc} dense />,
    fields: [price, quantity],
  },
  {
    name: 'spot for an amount',
    command: spot,
    part: () => <SpotTicket instrument={btc} dense />,
    prepare: () => setDraft('BTC/USDT', { form: 'market', by: 'amount' }),
    fields: [{ name: 'Amount, USDT', sends: 'amount', good: '250.5', asset: 'USDT' }],
  },
  {
    name: 'spot at a stop',
    command: spot,
    part: () => <SpotTicket instrument={btc} dense />,
    prepare: () => setDraft('BTC/USDT', { form: 'stop', side: 1 }),
    fields: [{ name: 'Trigger, USDT', sends: 'triggerPrice', good: '66000', asset: 'USDT' }, { ...price, good: '65900' }, quantity],
  },
  {
    name: 'a contract with stops',
    command: 'POST pay/order-contract/create-specify',
    part: () => <ContractTicket instrument={btcPerp} dense />,
    prepare: () => contractDrafts.set('BTC-PERP', { stops: true }),
    fields: [price, quantity, ...stops('70000', '66000')],
  },
  {
    name: 'a stock',
    command: 'POST stock/order/create',
    part: () => <StockTicket instrument={nvda} dense />,
    fields: [
      { name: 'Price, USD', sends: 'price', good: '495.5', asset: 'USD' },
      { name: 'Quantity, NVDA', sends: 'quantity', good: '10', asset: 'NVDA' },
    ],
  },
  {
    name: 'a timed contract',
    command: 'POST pay/order-contract-quick/buy',
    part: () => <TimedTicket instrument={btcPerp} offer={offer} dense />,
    fields: [{ name: 'Stake, USDT', sends: 'stake', good: '100.5', asset: 'USDT' }],
  },
  {
    name: 'closing a position at a limit',
    command: 'POST pay/order-contract/limit-complete',
    part: () => <CloseSheet position={position()} atLimit onClose={() => {}} />,
    fields: [
      { ...price, good: '69000' },
      { ...quantity, good: '0.05' },
    ],
  },
  {
    name: 'the stops of a position',
    command: 'POST pay/order-contract/update-profit-loss',
    part: () => <StopsSheet position={position()} onClose={() => {}} />,
    fields: stops('71000', '66000', ['Take profit', 'Stop loss']),
  },
  {
    name: 'the margin of a position',
    command: 'POST pay/order-contract/margin',
    part: () => <MarginSheet position={position()} direction="add" onClose={() => {}} />,
    fields: [{ name: 'Amount, USDT', sends: 'amount', good: '250.5', asset: 'USDT' }],
  },
  {
    name: 'a transfer from a ticket',
    command: 'POST pay/wallet/any-transfer',
    part: () => <TransferSheet open wallet={2} asset="USDT" onClose={() => {}} />,
    fields: [{ name: 'Amount, USDT', sends: 'amount', good: '250.5', asset: 'USDT' }],
  },
  {
    name: 'a transfer',
    command: 'POST pay/wallet/any-transfer',
    part: () => <TransferScreen />,
    fields: [{ name: 'Amount', sends: 'amount', good: '250.5', asset: 'USDT' }],
  },
  {
    name: 'a loss limit',
    command: 'PUT system/protection/loss-limit',
    part: () => <LossLimit limit={protection().lossLimit} />,
    fields: [{ name: 'Daily limit', sends: 'daily', good: '250.5', asset: 'USDT' }],
    confirm: 'Set the limit',
  },
];

beforeEach(() => {
  setDraft('BTC/USDT', emptyDraft);
  contractDrafts.set('BTC-PERP', emptyContractDraft);
  stockDrafts.set('NVDA', emptyStockDraft);
  openMarket([1, 2, 3].flatMap((wallet) => ['USDT', 'USD', 'BTC'].map((asset) => balance(wallet as 1, asset, '20000'))));
  openPositions('contract');
  openPositions('stock');
  server.on('GET pay/wallet/quick-contract', {
    ...{ asset: 'USDT', total: '400', walletBalance: '400', positionAmount: '0', historyPlAmount: '0' },
  });
  server.on('GET pay/order-contract-quick/page', pageOf([]));
  server.on('GET pay/order-contract/risk', () => {
    throw new Error('The risk of the house is not known now.');
  });
  server.on('GET stock/session', {
    ...{ symbol: 'NVDA', inSession: true, open: null, close: Date.UTC(2026, 2, 2, 21), low: '450', high: '550', previousClose: '500' },
    ...{ shortable: true, maxLever: 5, interestRate: '0.02', borrowRate: '0.01', stampDutyRate: '0', dayTradeRule: false, asset: 'USD' },
    corporateActions: [],
  });
  server.on('GET pay/wallet/list-type', [
    { wallet: 1, key: 'coin', enabled: true, assets: ['USDT'], transferTo: [2] },
    { wallet: 2, key: 'contract', enabled: true, assets: ['USDT'], transferTo: [1] },
  ]);
  quote('BTC/USDT', ['67999.00', '68000.00', '68001.00']);
  quote('BTC-PERP', ['67999.00', '68000.00', '68001.00']);
  quote('NVDA', ['499.95', '500.00', '500.05']);
  mark('BTC-PERP', '68000');
});

/** The figures that a button names. */
const figures = (label: string, locale: string): string[] =>
  (label.match(/\d[\d.,]*/g) ?? []).map((figure) => {
    const read = readAmount(figure, { locale });
    return read.ok ? read.amount : '';
  });
const fails = () => {
  throw new CallError(3018, 400, 'Not now.');
};

describe('whatever is typed, a button sends what it says, or nothing', () => {
  for (const { name, command, part, prepare, fields, confirm, locale = 'en' } of forms)
    it(`in ${name}`, async () => {
      prepare?.();
      // A refusal leaves every field as it was.
      server.on(command as 'POST pay/wallet/any-transfer', fails);
      const { page } = await show(
        <UiProvider locale={locale} amountsHidden={false} labels={englishLabels}>
          {part()}
        </UiProvider>,
      );
      const input = (field: Field) => page.getByLabelText<HTMLInputElement>(new RegExp(`^${field.name}`), { selector: 'input' });
      const type = (field: Field, text: string) => {
        act(() => input(field).focus());
        fireEvent.change(input(field), { target: { value: text } });
      };
      const sent = (): Record<string, unknown>[] => server.sent(command).map((each) => each.input as Record<string, unknown>);
      let accepted = 0;
      for (const field of fields) type(field, formatAmount(field.good, { locale }));
      for (const field of fields) {
        const written = fc.constantFrom(...scripts).map((digits) => inScript(formatAmount(field.good, { locale }), digits));
        await fc.assert(
          fc.asyncProperty(fc.oneof(typed, written), async (text) => {
            const before = sent().length;
            type(field, text);
            await pass(0);
            expect(input(field).value).toBe(text);
            const button = document.querySelector('form button[type=submit]')!;
            let says = button.textContent ?? '';
            fireEvent.submit(button.closest('form')!);
            await pass(0);
            const asked = confirm === undefined ? null : document.querySelector('[role=alertdialog], dialog, [role=dialog]');
            if (asked) {
              says = asked.textContent ?? '';
              fireEvent.click([...asked.querySelectorAll('button')].find((each) => each.textContent === confirm)!);
              await pass(0);
            }
            const reading = readAmount(text, { locale, asset: field.asset });
            const body = sent()[before];
            expect(sent().length - before).toBeLessThanOrEqual(1);
            if (!reading.ok) {
              expect(body).toBeUndefined();
              expect(document.getElementById(input(field).getAttribute('aria-describedby') ?? '')?.textContent).toBe(reading.problem);
            } else if (body) {
              accepted += 1;
              if (reading.amount === '') {
                expect(body[field.sends] ?? null).toBeNull();
                return;
              }
              expect(decimalCompare(String(body[field.sends]), reading.amount)).toBe(0);
              for (const each of field.optional ? [] : fields.filter(({ optional }) => !optional))
                expect(figures(says, locale).some((figure) => decimalCompare(figure, String(body[each.sends])) === 0)).toBe(true);
            }
            if (asked) fireEvent.click([...asked.querySelectorAll('button')].find((each) => each.textContent === 'Cancel')!);
            await pass(0);
          }),
          { numRuns: 16, seed: 1 },
        );
        type(field, formatAmount(field.good, { locale }));
      }
      expect(accepted).toBeGreaterThan(2 * fields.length);
    });
});
