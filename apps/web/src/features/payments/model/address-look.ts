/** `short`: not judged yet, more may come. */
export type AddressLook = 'short' | 'fits' | 'wrong';

/** Compares what is typed with the form of a network's addresses. A first look: the exchange checks checksum and network. */
export function addressLook(text: string, pattern: string | undefined, example: string | undefined): AddressLook {
  if (pattern === undefined || text === '') return 'short';
  try {
    if (new RegExp(`^(?:${pattern})$`).test(text)) return 'fits';
  } catch {
    // A form that this browser cannot read judges nothing.
    return 'short';
  }
  return /[^0-9A-Za-z:]/.test(text) || text.length >= (example?.length ?? 120) ? 'wrong' : 'short';
}

const largestTag = 4_294_967_295;
export const tagOk = (text: string): boolean => /^[0-9]{1,10}$/.test(text) && Number(text) <= largestTag;
