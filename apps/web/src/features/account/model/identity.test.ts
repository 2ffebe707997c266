import { LoginBy } from '@bourse/protocol/enums';
import { describe, expect, it } from 'vitest';
import { accountFields, accountProblem, codeDigits, guessBy, phoneDigits } from './identity.ts';

describe('identity', () => {
  it('an e-mail address needs a name, an @ and a domain with a dot', () => {
    const problem = (account: string) => accountProblem({ by: LoginBy.email, account });
    expect(problem('')).toBe('accountMissing');
    expect(problem('a@b')).toBe('emailShape');
    expect(problem('a b@c.de')).toBe('emailShape');
    expect(problem(' anna@example.com ')).toBeUndefined();
  });

  it('a phone number is its digits, however it was written', () => {
    expect(phoneDigits('012-345 6789')).toBe('123456789');
    expect(accountProblem({ by: LoginBy.phone, account: '(012) 345-6789' })).toBeUndefined();
    expect(accountProblem({ by: LoginBy.phone, account: '12' })).toBe('phoneShape');
    expect(accountFields({ by: LoginBy.phone, areaCode: '60', account: '012-345 6789' })).toEqual({
      account: '123456789',
      areaCode: '+60',
    });
  });

  it('an address carries no area code', () => {
    expect(accountFields({ by: LoginBy.email, areaCode: '+60', account: ' anna@example.com ' })).toEqual({ account: 'anna@example.com' });
  });

  it('guesses from what is typed and stays silent when unsure', () => {
    expect(guessBy('anna@')).toBe(LoginBy.email);
    expect(guessBy('+60 12 345')).toBe(LoginBy.phone);
    expect(guessBy('anna')).toBeUndefined();
  });

  it('a pasted code keeps its six digits', () => {
    expect(codeDigits('Your code: 123 456.')).toBe('123456');
    expect(codeDigits('12345678')).toBe('123456');
  });
});
