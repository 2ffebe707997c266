import { catalogue } from '@bourse/protocol/errors';
import { expect, it } from 'vitest';
import { placeOf, proofCodes } from './refusals.ts';

it('uses the codes of the catalogue', () => {
  for (const [name, code] of Object.entries(proofCodes))
    expect([name, catalogue[name as keyof typeof catalogue].code]).toEqual([name, code]);
  expect(placeOf(catalogue.passwordWeak.code)).toBeUndefined();
});
