import { describe, expect, it } from 'vitest';
import { safePath } from './useArrive.ts';

describe('where a sign-in leads', () => {
  it('goes back to a page of this app', () => expect(safePath('/order?symbol=BTC%2FUSDT')).toBe('/order?symbol=BTC%2FUSDT'));
  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', undefined])('%s leads home', (wish) => {
    expect(safePath(wish)).toBe('/home');
  });
});
