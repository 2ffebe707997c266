import { describe, expect, it } from 'vitest';
import { clock, resendOf, secondsLeft } from './resend.ts';

describe('asking for another code', () => {
  const resend = resendOf({ sentTo: 'a***@example.com', expiresInS: 600, retryInS: 60 }, 1_000);
  it('counts down to one and then opens', () => {
    expect(secondsLeft(resend.againAtMs, 1_000)).toBe(60);
    expect(secondsLeft(resend.againAtMs, 60_001)).toBe(1);
    expect(secondsLeft(resend.againAtMs, 61_000)).toBe(0);
  });
  it('is right after the phone slept', () => expect(secondsLeft(resend.againAtMs, 9_000_000)).toBe(0));
  it('shows minutes and seconds', () => expect(clock(125)).toBe('2:05'));
});
