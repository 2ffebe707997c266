import { type ReceiptView, settlementReceipt } from '@bourse/engine/receipts';
import { examples, facts } from '@bourse/engine/receipts/examples';
import { expect, it, vi } from 'vitest';
import { recomputeSettlement } from './settlement.ts';
import { headlineOf, inputsOf } from './settlement-facts.ts';
import { unitsOf } from './units.ts';

const view: ReceiptView = {
  words: 'lottery',
  headline: 'payout',
  inputs: { stake: 'money', placedAt: 'time', source: 'plain' },
  lines: { payout: 'money', returned: 'money' },
};

/** Timed contracts as a kind that this app has no code for. */
vi.mock('@bourse/engine/receipts', async (original) => ({
  ...(await original<typeof import('@bourse/engine/receipts')>()),
  viewOf: (kind: string) => (kind === 'timed' ? view : undefined),
}));

it('a receipt of an unknown kind is shown by what it declares', () => {
  const { text, hash } = settlementReceipt(examples['a timed contract won']!, facts)!;
  const done = recomputeSettlement(text, hash)!;
  expect(done).toMatchObject({ agrees: true, kind: 'timed', view });
  const units = unitsOf(done.facts);
  expect(inputsOf('timed', done.facts, units, done.view)).toEqual([
    { name: 'stake', label: 'lottery.receipt.in_stake', as: 'money', text: '10.000001' },
    { name: 'placedAt', label: 'lottery.receipt.in_placedAt', as: 'time', text: String(done.facts['placedAt']) },
    { name: 'source', label: 'lottery.receipt.in_source', as: 'plain', text: String(done.facts['source']) },
  ]);
  expect(headlineOf('timed', done.facts, units, done.view)).toEqual({ as: 'money', text: '8.500000', signed: true });
  const shown = Object.fromEntries(done.lines.map(({ name, left, result }) => [name, [left, result]]));
  expect(shown).toMatchObject({
    returned: ['10.000001 + 8.500000', { as: 'money', text: '18.500001' }],
    startTick: [undefined, { as: 'holds', holds: true }],
    outcome: [undefined, { as: 'word', text: 'won' }],
  });
});
