import { CallError } from '@bourse/protocol/client';
import { catalogue } from '@bourse/protocol/errors';
import { describe, expect, it } from 'vitest';
import { asksForPicture, problemsOf, refusals, without } from './refusals.ts';

describe('refusals of the account forms', () => {
  it('carry the codes of the catalogue', () => {
    for (const [name, code] of Object.entries(refusals))
      expect([name, code]).toEqual([name, catalogue[name as keyof typeof catalogue].code]);
  });

  it('stand at the field they are about', () => {
    expect(problemsOf(new CallError(2003, 400, 'That code is not right.'), 'x')).toEqual({ code: 'That code is not right.' });
    expect(problemsOf(new CallError(2000, 400, 'Wrong.'), 'x')).toEqual({ form: 'Wrong.' });
    expect(problemsOf(new CallError(2000, 400, 'Wrong.'), 'x', { field: 'oldPassword', text: 'Not yours.' })).toEqual({
      oldPassword: 'Not yours.',
    });
    expect(problemsOf(new TypeError('boom'), 'Try again.')).toEqual({ form: 'Try again.' });
  });

  it('go when the person changes what they were about', () => {
    expect(without({ code: 'x', form: 'y' }, 'code')).toEqual({ form: 'y' });
  });

  it('know when a picture is asked for', () => {
    expect(asksForPicture(new CallError(2019, 400, ''))).toBe(true);
    expect(asksForPicture(new CallError(2000, 400, ''))).toBe(false);
  });
});
