/** About eighty time zones: one for each offset in use, and the cities people look for. */
export const zoneIds = [
  'Pacific/Midway',
  'Pacific/Honolulu',
  'Pacific/Marquesas',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/Vancouver',
  'America/Tijuana',
  'America/Phoenix',
  'America/Denver',
  'America/Chihuahua',
  'America/Chicago',
  'America/Mexico_City',
  'America/Guatemala',
  'America/Costa_Rica',
  'America/Bogota',
  'America/Lima',
  'America/New_York',
  'America/Toronto',
  'America/Panama',
  'America/Caracas',
  'America/La_Paz',
  'America/Santiago',
  'America/Halifax',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Argentina/Buenos_Aires',
  'America/Montevideo',
  'America/Noronha',
  'Atlantic/Azores',
  'Atlantic/Cape_Verde',
  'UTC',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Africa/Casablanca',
  'Africa/Accra',
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/Madrid',
  'Europe/Rome',
  'Europe/Amsterdam',
  'Europe/Zurich',
  'Europe/Stockholm',
  'Europe/Warsaw',
  'Africa/Lagos',
  'Africa/Algiers',
  'Europe/Athens',
  'Europe/Kyiv',
  'Europe/Helsinki',
  'Europe/Bucharest',
  'Africa/Cairo',
  'Africa/Johannesburg',
  'Asia/Jerusalem',
  'Europe/Istanbul',
  'Europe/Moscow',
  'Asia/Riyadh',
  'Asia/Baghdad',
  'Africa/Nairobi',
  'Asia/Tehran',
  'Asia/Dubai',
  'Asia/Baku',
  'Asia/Kabul',
  'Asia/Karachi',
  'Asia/Tashkent',
  'Asia/Kolkata',
  'Asia/Colombo',
  'Asia/Kathmandu',
  'Asia/Dhaka',
  'Asia/Almaty',
  'Asia/Yangon',
  'Asia/Bangkok',
  'Asia/Jakarta',
  'Asia/Ho_Chi_Minh',
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Taipei',
  'Asia/Singapore',
  'Asia/Kuala_Lumpur',
  'Asia/Manila',
  'Australia/Perth',
  'Asia/Tokyo',
  'Asia/Seoul',
  'Australia/Darwin',
  'Australia/Adelaide',
  'Australia/Sydney',
  'Australia/Brisbane',
  'Pacific/Guadalcanal',
  'Pacific/Auckland',
  'Pacific/Fiji',
  'Pacific/Chatham',
  'Pacific/Tongatapu',
  'Pacific/Kiritimati',
] as const;

export type Zone = { id: string; name: string; offset: string; minutes: number };

/** The last part of the id, as people say it: Kuala Lumpur. */
export const zoneName = (id: string): string => (id.split('/').at(-1) ?? id).replaceAll('_', ' ');

/** Minutes east of UTC at a moment, including daylight saving. */
export function offsetMinutes(id: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset' }).formatToParts(atMs);
  const text = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(text);
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : 0;
}

/** The specification's form, −0400, with a real minus sign. */
export function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '\u2212' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}${String(size % 60).padStart(2, '0')}`;
}

/** Every zone with its present offset, from west to east. Zones unknown to this device are left out. */
export function zonesAt(atMs: number): Zone[] {
  return zoneIds
    .flatMap((id) => {
      try {
        const minutes = offsetMinutes(id, atMs);
        return [{ id, name: zoneName(id), offset: offsetText(minutes), minutes }];
      } catch {
        return [];
      }
    })
    .sort((a, b) => a.minutes - b.minutes || (a.name < b.name ? -1 : 1));
}

export function matchesZone(zone: Zone, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  const written = wanted.replace('-', '\u2212');
  return (
    wanted === '' ||
    `${zone.name} ${zone.id}`.toLowerCase().includes(wanted) ||
    `utc${zone.offset} ${zone.offset.slice(0, 3)}:${zone.offset.slice(3)}`.includes(written)
  );
}
