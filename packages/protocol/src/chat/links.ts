/** What looks like the address of a site in words that somebody typed. */
export interface WrittenHost {
  written: string;
  /** As the network knows it: letters that only look like others become `xn--…`. */
  host: string;
}

const looksLikeHost = /(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[\p{L}\p{N}_.-]+@)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}[\p{L}\p{N}-]+/giu;

/** Signs that nobody sees are gone, and every full stop is one. */
export const plainAddress = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[。．｡]/gu, '.')
    .toLowerCase();

export function hostsIn(text: string): WrittenHost[] {
  return [...plainAddress(text).matchAll(looksLikeHost)].flatMap(([written]) => {
    try {
      return [{ written, host: new URL(`https://${written.replace(/^[a-z][a-z0-9+.-]*:\/\//, '')}`).hostname }];
    } catch {
      // No browser opens it.
      return [];
    }
  });
}

/** Words as they are shown: behind a host in look-alike letters stands what it really is. Nothing that people typed becomes a link. */
export function shownText(text: string): string {
  // Letters of these scripts look like no Latin ones, and their sentences need no spaces between words.
  const alike = text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|。(?![a-z])/giu, ' ');
  const strange = hostsIn(alike).flatMap(({ written, host }) => (host.includes('xn--') && /[a-z]/.test(written) ? [host] : []));
  return strange.length === 0 ? text : `${text} (${[...new Set(strange)].join(', ')})`;
}
