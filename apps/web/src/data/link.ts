/**
 * Tokens in the page's address (product specification, section 4). Anybody can write such a link, so nothing is stored until the person has
 * read whose account it opens and said yes (`features/account/model/link.ts`). Decision 0017 has the reasons.
 */
import { accessKey, refreshKey } from './storage.ts';

/** What a link brings. It is kept in memory only. */
export type LinkTokens = { accessToken: string; refreshToken: string };

let brought: LinkTokens | undefined;

/** Takes the tokens out of an address and remembers them for the question. Returns the address without them. A link needs both tokens. */
export function takeLink(address: string): string {
  const url = new URL(address);
  const [accessToken, refreshToken] = [accessKey, refreshKey].map((key) => url.searchParams.get(key));
  brought = accessToken && refreshToken ? { accessToken, refreshToken } : undefined;
  url.searchParams.delete(accessKey);
  url.searchParams.delete(refreshKey);
  return url.pathname + url.search + url.hash;
}

/** What the page's address brought, until it is answered. */
export const broughtLink = (): LinkTokens | undefined => brought;
export const dropLink = (): void => {
  brought = undefined;
};
