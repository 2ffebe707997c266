/** How many of the last characters are typed a second time: malware that swaps an address often keeps its beginning. */
export const lastOf = 8;

const plain = (text: string): string => text.replace(/\s/g, '');

/** Whether the end of an address or account was typed again, alone or as part of the whole. Capitals count, but not in hexadecimal. */
export function sameEnd(whole: string, again: string): boolean {
  const fold = (text: string) => (/^0x/i.test(plain(whole)) ? plain(text).toLowerCase() : plain(text));
  const [all, typed] = [fold(whole), fold(again)];
  return all !== '' && typed.length >= Math.min(lastOf, all.length) && all.endsWith(typed);
}
