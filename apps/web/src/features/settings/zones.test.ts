import { describe, expect, it } from 'vitest';
import { matchesZone, offsetMinutes, offsetText, zoneIds, zonesAt } from './zones.ts';

const january = Date.UTC(2027, 0, 15);
const july = Date.UTC(2027, 6, 15);

describe('time zones', () => {
  it('are about eighty, each once, from west to east', () => {
    expect(new Set(zoneIds).size).toBe(zoneIds.length);
    expect(zoneIds.length).toBeGreaterThanOrEqual(80);
    const zones = zonesAt(january);
    expect(zones.length).toBe(zoneIds.length);
    expect(zones.map((zone) => zone.minutes)).toEqual(zones.map((zone) => zone.minutes).sort((a, b) => a - b));
  });
  it('follow daylight saving and odd offsets', () => {
    expect(offsetText(offsetMinutes('America/New_York', january))).toBe('−0500');
    expect(offsetText(offsetMinutes('America/New_York', july))).toBe('−0400');
    expect(offsetText(offsetMinutes('Asia/Kathmandu', july))).toBe('+0545');
    expect(offsetText(offsetMinutes('UTC', july))).toBe('+0000');
  });
  it('are found by city and by offset', () => {
    const kuala = zonesAt(july).find((zone) => zone.id === 'Asia/Kuala_Lumpur')!;
    expect(kuala).toMatchObject({ name: 'Kuala Lumpur', offset: '+0800' });
    expect(['kuala', '+08', 'utc+0800', ''].every((query) => matchesZone(kuala, query))).toBe(true);
    expect(matchesZone(kuala, 'paris')).toBe(false);
    const york = zonesAt(july).find((zone) => zone.id === 'America/New_York')!;
    expect(['utc-04', '-04:00', '−0400'].every((query) => matchesZone(york, query))).toBe(true);
  });
});
