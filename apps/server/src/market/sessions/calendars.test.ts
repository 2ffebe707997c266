import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sessionsOf } from '../catalogue/catalogue.ts';
import { dayMs, hourMs, minuteMs, utc } from './calendar.ts';

const folder = process.env['BOURSE_CALENDARS'];
const oracle = folder ? join(folder, 'xnys.csv.gz') : '';
const present = oracle !== '' && existsSync(oracle);
if (!present)
  console.log('sessions: skipped the comparison with recorded New York sessions: BOURSE_CALENDARS names no folder with xnys.csv.gz');

describe('New York', () => {
  const sessions = sessionsOf('XNYS')!;
  it.skipIf(!present)('opens and closes exactly as every recorded session since 2000 says', () => {
    const recorded = new Map(
      gunzipSync(readFileSync(oracle))
        .toString()
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => {
          const [date = '', open = '', close = ''] = line.split(',');
          return [Date.parse(date), [Date.parse(open), Date.parse(close)]] as const;
        }),
    );
    const last = Math.max(...recorded.keys());
    const wrong: string[] = [];
    for (let date = utc(2000, 1, 1); date <= last; date += dayMs) {
      const segment = sessions.on(date)?.segments[0];
      const ours = segment ? [segment.open, segment.close] : undefined;
      if (JSON.stringify(ours) !== JSON.stringify(recorded.get(date)))
        wrong.push(`${new Date(date).toISOString().slice(0, 10)} ${JSON.stringify(ours?.map((t) => new Date(t).toISOString()))}`);
    }
    expect(wrong).toEqual([]);
    expect(recorded.size).toBeGreaterThan(8000);
  });
  it('closes at 13:00 on the day after Thanksgiving and stays shut on Thanksgiving', () => {
    expect(sessions.on(utc(2026, 11, 26))).toBeUndefined();
    expect(sessions.on(utc(2026, 11, 27))?.segments).toEqual([
      { open: utc(2026, 11, 27) + 14.5 * hourMs, close: utc(2026, 11, 27) + 18 * hourMs },
    ]);
  });
  it('opens an hour earlier by UTC in summer', () => {
    expect(sessions.on(utc(2026, 7, 1))?.segments[0]?.open).toBe(utc(2026, 7, 1) + 13.5 * hourMs);
  });
});

describe('Kuala Lumpur', () => {
  const sessions = sessionsOf('XKLS')!;
  it('breaks at midday', () => {
    const date = utc(2026, 11, 20);
    expect(sessions.isOpen(date + 4 * hourMs + 29 * minuteMs)).toBe(true);
    expect(sessions.isOpen(date + 4 * hourMs + 30 * minuteMs)).toBe(false);
    expect(sessions.isOpen(date + 6 * hourMs + 30 * minuteMs)).toBe(true);
    expect(sessions.isOpen(date + 9 * hourMs)).toBe(false);
  });
  it('is shut on listed holidays and at weekends, and names the next open', () => {
    expect(sessions.on(utc(2026, 12, 25))).toBeUndefined();
    expect(sessions.nextOpen(utc(2026, 12, 24) + 10 * hourMs)).toBe(utc(2026, 12, 28) + hourMs);
  });
});

describe('forex week', () => {
  const sessions = sessionsOf('FX')!;
  it('runs from Sunday evening to Friday evening of New York', () => {
    expect(sessions.isOpen(utc(2026, 11, 22) + 21.9 * hourMs)).toBe(false);
    expect(sessions.isOpen(utc(2026, 11, 22) + 22 * hourMs)).toBe(true);
    expect(sessions.isOpen(utc(2026, 11, 25) + 22 * hourMs)).toBe(true);
    expect(sessions.isOpen(utc(2026, 11, 27) + 22 * hourMs)).toBe(false);
  });
});
