import { decode } from 'ripple-binary-codec';
import { expect, it } from 'vitest';
import { refusal, signerOfEachTest } from '../testing/each-test.ts';
import { fees, payoutOf, policy } from '../testing/kit.ts';

const own = signerOfEachTest(() => policy());
const sequenceOf = ({ raw }: Record<string, unknown>) => decode(String(raw))['Sequence'];

it('a payout in XRP takes the sequence that the ledger has next, also that of one which expired', async () => {
  const ask = await own.ready([3]);
  const asked = (number: number, sequence?: unknown) =>
    ask({ ...payoutOf(number, { rail: 3 }), fee: { ...(fees[3] as object), ...(sequence === undefined ? {} : { sequence }) } });
  expect([asked(1), asked(2), asked(3, 70)].map(sequenceOf)).toEqual([70, 71, 70]);
  // What was signed is the same for ever.
  expect(sequenceOf(asked(1, 99))).toBe(70);
  for (const wrong of [-1, 1.5, '70', 2 ** 32]) expect(refusal(asked(4, wrong))).toBe('malformed');
});
