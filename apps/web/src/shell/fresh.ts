/** The same page with the time in its address, so that no cache answers (product specification, section 9). */
export function freshUrl(address: string, nowMs: number): string {
  const url = new URL(address);
  url.searchParams.set('time', String(nowMs));
  return url.href;
}
