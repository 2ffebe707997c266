import { randomInt } from 'node:crypto';
import { Refusal } from '@bourse/protocol/errors';
import { productName } from '../content/product.ts';

const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Names that could be mistaken for the house's own. */
const reserved = new Set(
  `${productName} admin administrator support official moderator service customerservice staff system root 客服 官方 管理员 系统 在线客服`
    .toLowerCase()
    .split(' '),
);

/** A default name that reveals nothing: "Trader-7F3K2Q". */
export const inventName = (kind: 'Trader' | 'Demo' | 'Visitor') =>
  `${kind}-${Array.from({ length: 6 }, () => characters[randomInt(characters.length)]).join('')}`;

/** Letters of any script, digits, spaces, dots and dashes; normalised; not a name of the house. */
export function normaliseName(typed: string): string {
  const name = typed.normalize('NFKC').trim().replace(/ +/g, ' ');
  const length = [...name].length;
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const fits = length >= 2 && length <= 32 && /^[\p{L}\p{M}\p{Nd} .-]+$/u.test(name) && /[\p{L}\p{Nd}]/u.test(name);
  if (!fits || reserved.has(plain) || plain.startsWith(productName.toLowerCase())) throw new Refusal('nameInvalid');
  return name;
}
