import { expect, test } from 'vitest';
import { partyOf } from './index.ts';

test('the signer of a first start takes the passkeys that customers can make there', () => {
  // A passkey is bound to a name: at 127.0.0.1 it is made at localhost.
  expect(partyOf('http://127.0.0.1:8080')).toEqual({ id: 'localhost', origins: ['http://localhost:8080'] });
  expect(partyOf('https://bourse.example')).toEqual({ id: 'bourse.example', origins: ['https://bourse.example'] });
});
