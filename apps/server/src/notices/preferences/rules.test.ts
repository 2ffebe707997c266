import { isUrgent, noticeTopics, topicOf } from '@bourse/protocol/notice-topics';
import { textsOf } from '@bourse/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPreference, type Preference, quietUntil, waysOf } from './rules.ts';

const nothing: Preference = { push: [], mail: [], quiet: true, timeZone: 'Asia/Kuala_Lumpur', pushAmounts: false };
const everything: Preference = { ...nothing, push: noticeTopics, mail: noticeTopics };
/** Three o'clock at night and noon in Kuala Lumpur, which has no summer time. */
const night = Date.UTC(2026, 10, 23, 19);
const noon = Date.UTC(2026, 10, 23, 4);
const morning = Date.UTC(2026, 10, 24, 0);

describe('a notice is told', () => {
  test.each([
    // kind, what was chosen, when; pushed, written, at
    ['order.filled', everything, noon, true, true, noon],
    ['order.filled', everything, night, true, true, morning],
    ['order.filled', { ...everything, quiet: false }, night, true, true, night],
    ['order.filled', { ...everything, timeZone: null }, night, true, true, night],
    ['order.filled', nothing, noon, false, false, noon],
    ['order.filled', defaultPreference, noon, true, false, noon],
    ['deposit.credited', defaultPreference, noon, true, true, noon],
    ['deposit.credited', nothing, noon, false, false, noon],
    ['identity.passed', { ...nothing, mail: ['account'] }, night, false, true, morning],
    ['broadcast', defaultPreference, noon, false, false, noon],
    ['broadcast', { ...nothing, push: ['news'] }, noon, true, false, noon],
    // Nobody mutes these, and no hour is quiet for them. Changes of security have a letter of their own.
    ['security.changed', nothing, night, true, false, night],
    ['withdrawal.rejected', nothing, night, true, true, night],
    ['withdrawal.notSent', nothing, night, true, true, night],
    ['margin.warning', nothing, night, true, true, night],
    ['liquidation.full', nothing, night, true, true, night],
    ['deleveraged', nothing, night, true, true, night],
  ] satisfies [string, Preference, number, boolean, boolean, number][])('%s of %j', (kind, chosen, now, push, mail, at) => {
    expect(waysOf(kind, chosen, now)).toEqual({ push, mail, at });
  });

  test('by push, whatever is chosen, for exactly the kinds of security, withdrawals and margin', () => {
    const kinds = Object.keys(textsOf('en', 'notices'));
    const told = kinds.filter((kind) => waysOf(kind, nothing, night).push);
    expect(told).toEqual(kinds.filter((kind) => /^(?:security|withdrawal|margin|liquidation|deleveraged)\b/.test(kind)));
    expect(told.length).toBeGreaterThan(6);
    for (const kind of kinds) {
      expect(noticeTopics).toContain(topicOf(kind));
      if (!isUrgent(kind)) expect(waysOf(kind, everything, night).at).toBe(morning);
    }
  });
});

describe('quiet hours', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const localTime = (zone: string, at: number) => {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', hour: 'numeric', minute: 'numeric' }).formatToParts(at);
    const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    return of('hour') * 60 + of('minute');
  };
  const quiet = (minutes: number) => minutes >= 22 * 60 || minutes < 8 * 60;
  // Whole quarters of an hour, as every zone has had them since 1990.
  const moment = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2037, 0) });

  test('end at the first moment that is not quiet, in every zone, at every time of the year', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (zone, now) => {
        const end = quietUntil(zone, now);
        if (!quiet(localTime(zone, now))) return end === null;
        if (end === null || end <= now || quiet(localTime(zone, end))) return false;
        // Nothing before the end is outside the quiet hours.
        for (let at = now; at < end; at += 5 * 60_000) if (!quiet(localTime(zone, at))) return false;
        return quiet(localTime(zone, end - 1));
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    // In the night in which clocks go forward, and in which they go back: eight o'clock is an hour earlier and later.
    ['Europe/Berlin', '2026-03-28T22:30+01:00', '2026-03-29T08:00+02:00'],
    ['Europe/Berlin', '2026-10-24T22:30+02:00', '2026-10-25T08:00+01:00'],
    ['America/New_York', '2026-03-07T23:59-05:00', '2026-03-08T08:00-04:00'],
    ['Australia/Lord_Howe', '2026-04-04T22:00+11:00', '2026-04-05T08:00+10:30'],
    ['Asia/Kathmandu', '2026-06-01T07:59+05:45', '2026-06-01T08:00+05:45'],
    // Samoa had no 30 December 2011: the night goes over the gap.
    ['Pacific/Apia', '2011-12-29T23:00-10:00', '2011-12-31T08:00+14:00'],
  ])('of %s that begin at %s end at %s', (zone, from, to) => {
    expect(quietUntil(zone, Date.parse(from))).toBe(Date.parse(to));
  });

  test('of a zone that nobody knows are none', () => {
    expect(quietUntil('Mars/Olympus', night)).toBeNull();
    expect(quietUntil(null, night)).toBeNull();
  });
});
