import type { Session } from '../../calls/session.ts';

export type DeviceClass = Session['deviceClass'];

const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstMatch = (table: readonly [RegExp, string][], text: string) => table.find(([pattern]) => pattern.test(text))?.[1];

/** Phones and tablets are one class, everything else is the other. A user agent proves nothing; it only decides which session is replaced. */
export const deviceClassOf = (userAgent: string): DeviceClass =>
  /\b(?:Mobi|Mobile|Android|iPhone|iPad)\b/i.test(userAgent) ? 'phone' : 'desktop';

/** What the customer reads when another device signs in. It contains only known words, never text of the header. */
export function deviceName(userAgent: string): string {
  const browser = firstMatch(browsers, userAgent);
  const system = firstMatch(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? (deviceClassOf(userAgent) === 'phone' ? 'a phone' : 'a computer');
}
