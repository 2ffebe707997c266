import { describe, expect, test } from 'vitest';
import { hostsIn, shownText } from './links.ts';

describe('an address that somebody typed', () => {
  test.each([
    // Cyrillic о and а, Greek ο, a fullwidth stop, a sign that nobody sees.
    ['https://b\u043eurse.example/pay', 'xn--burse-jye.example'],
    ['look at b\u03bfurse.example', 'xn--burse-rce.example'],
    ['\u0440\u0430ypal.com', 'xn--ypal-43d9g.com'],
    ['b\u043eurse\uff0eexample', 'xn--burse-jye.example'],
    ['bo\u200burse.ex\u0430mple', 'bourse.xn--exmple-4nf'],
    ['me@\u0430pple.com', 'xn--pple-43d.com'],
  ])('%j in look-alike letters is shown with the host that it really is', (text, host) => {
    expect(hostsIn(text).map((one) => one.host)).toEqual([host]);
    expect(shownText(text)).toBe(`${text} (${host})`);
  });

  test.each([
    'See https://bourse.example for more.',
    'at 14.05 it was 1.250',
    '\u4f60\u597d\u3002\u6211\u7684\u5145\u503c',
    '\u6536\u5230USDT\u3002\u8c22\u8c22',
    '\u8bf7\u8bbf\u95eebourse.example\u67e5\u770b',
    'no address',
    '',
  ])('%j stays as it was typed', (text) => {
    expect(shownText(text)).toBe(text);
  });
});
