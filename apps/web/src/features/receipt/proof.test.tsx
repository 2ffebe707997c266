import { facts } from '@bourse/engine/receipts/examples';
import { checkReceipt } from '@bourse/verifier';
import { fillAnswer, LogWorld } from '@bourse/verifier/testing';
import { expect, it } from 'vitest';
import { show } from '../../testing/show.tsx';
import { ProofStep } from './ProofStep.tsx';

const { instrument } = facts;
const side = (account: number, order: number, feeAsset: number) => ({ account, order, feePpm: 0, feeUnits: 0, feeAsset });
const fill: Parameters<typeof fillAnswer>[1] = {
  ...{ kind: 'fill', seq: 4, index: 2, time: 1_700_000_000_000, fill: 9, instrument: instrument.instrument, takerSide: 0 },
  ...{ priceTicks: 60_000, lots: 3, baseUnits: 3n * instrument.lotUnits, quoteUnits: 3 * 60_000 * instrument.quoteUnitsPerTickLot },
  taker: side(100_001, 5, instrument.baseAsset),
  maker: side(100_002, 4, instrument.quoteAsset),
};

it.each([
  ['now', 'It also states the names, digits and rules that this receipt uses.'],
  ['then', 'Only the document states its names, digits and rules; the log of that time did not.'],
])('the receipt of a trade of %s says what of its names the log states', async (when, sentence) => {
  const world = new LogWorld('demo', 1, when === 'now' ? { instrument } : undefined).fill(3);
  world.add([fill]);
  const checked = checkReceipt(await fillAnswer(world, fill, 'taker', instrument), [world.key]);
  const { text } = await show(<ProofStep proof={{ state: 'done', checked }} />);
  expect(text()).toContain(`Signed by ${world.origin}.`);
  expect(text()).toContain(sentence);
});
