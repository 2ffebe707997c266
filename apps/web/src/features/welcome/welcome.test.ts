import { describe, expect, it } from 'vitest';
import { pageFor } from './page-for.ts';
import { safePath } from './safe-path.ts';

describe('the root address', () => {
  it('leads home when signed in or returning', () => {
    expect(pageFor({ signedIn: true, welcomed: false, widthPx: 390 })).toBe('/home');
    expect(pageFor({ signedIn: false, welcomed: true, widthPx: 1440 })).toBe('/home');
  });
  it('shows a first visitor the landing page on a desk and the welcome on a phone', () => {
    expect(pageFor({ signedIn: false, welcomed: false, widthPx: 1440 })).toBe('/pc_home');
    expect(pageFor({ signedIn: false, welcomed: false, widthPx: 640 })).toBe('/pc_home');
    expect(pageFor({ signedIn: false, welcomed: false, widthPx: 639 })).toBe('/bootPage');
  });
});

describe('a link that leads on', () => {
  it('stays on our pages', () => {
    expect(safePath('/market?board=spot')).toBe('/market?board=spot');
    for (const bad of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '', undefined])
      expect(safePath(bad)).toBe('/home');
  });
});
