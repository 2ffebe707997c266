/** Milliseconds of a timestamp: ten digits are seconds. 0 when it is not one. */
export function timestampMs(value: number | string): number {
  const text = String(value).trim();
  if (!/^[0-9]{1,16}$/.test(text)) return 0;
  return text.length === 10 ? Number(text) * 1000 : Number(text);
}
