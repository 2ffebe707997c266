/** Times, ids and links: the small formulas of the specification that are not about money. */

export type Elapsed = { unit: 'year' | 'day' | 'hour'; count: number };
/** Whole years of 525,600 minutes, else days of 1,440, else hours. */
export function elapsedOf(minutes: number): Elapsed {
  const whole = Number.isFinite(minutes) && minutes > 0 ? minutes : 0;
  if (whole >= 525_600) return { unit: 'year', count: Math.floor(whole / 525_600) };
  if (whole >= 1_440) return { unit: 'day', count: Math.floor(whole / 1_440) };
  return { unit: 'hour', count: Math.floor(whole / 60) };
}

/** Milliseconds of a timestamp: ten digits are seconds. 0 when it is not one. */
export function timestampMs(value: number | string): number {
  const text = String(value).trim();
  if (!/^[0-9]{1,16}$/.test(text)) return 0;
  return text.length === 10 ? Number(text) * 1000 : Number(text);
}

const idCharacters = '0123456789abcdefghijklmnopqrstuvwxyz';
/** `length` random characters 0-9a-z with the timestamp inserted in the middle. `random` gives [0, 1). */
export function randomId(length: number, random: () => number, nowMs: number): string {
  const pick = () => idCharacters[Math.floor(random() * idCharacters.length)];
  const letters = Array.from({ length }, pick).join('');
  const middle = Math.floor(length / 2);
  return letters.slice(0, middle) + nowMs + letters.slice(middle);
}

export const hasLink = (text: string): boolean => /https?:\/\/\S+/i.test(text);
