import { randomInt } from 'node:crypto';
import { Refusal } from '@bourse/protocol/errors';
import { productName } from '../content/product.ts';

const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Names that could be mistaken for the house's own. */
const reservedWords = `${productName} admin administrator support official moderator service customer staff system root help team 客服 官方 管理员 系统 在线客服`;

/**
 * Letters that look like a Latin one, drawn from the confusables of UTS #39: Cyrillic, Greek and Armenian letters, digits, and Latin letters that
 * look like another.
 */
const lookAlikes = [
  ['a', 'аαɑ4'],
  ['b', 'ЬВвьβ8'],
  ['c', 'сϲⅽ'],
  ['d', 'ԁժ'],
  ['e', 'еҽεєё3'],
  ['f', 'ƒք'],
  ['g', 'ɡց9'],
  ['h', 'һհНн'],
  ['j', 'јϳ'],
  ['k', 'кκК'],
  ['l', 'iіıɩιւ1ӏǀ7ϊї'],
  ['m', 'мМ'],
  ['n', 'ոռпηи'],
  ['o', 'оοօσ0'],
  ['p', 'рρ'],
  ['q', 'ԛգ'],
  ['r', 'гꭇ'],
  ['s', 'ѕꜱ5'],
  ['t', 'тτТ'],
  ['u', 'υսцս'],
  ['v', 'νѵ'],
  ['w', 'ԝѡшωա'],
  ['x', 'хχ'],
  ['y', 'уγү'],
  ['z', 'ᴢ2'],
] as const;
const plainOf = new Map(lookAlikes.flatMap(([plain, others]) => [...others.toLowerCase()].map((other) => [other, plain] as const)));

/** What a name looks like at a glance: Latin letters for all that resemble them, without marks, and two letters that look like one as that one. */
const glance = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase()]
    .map((letter) => plainOf.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd');

const reserved = reservedWords.split(' ').map(glance);
/** One or more reserved words with nothing but digits around them. */
const onlyReserved = new RegExp(`^(?:${reserved.join('|')}|\\d)+$`, 'u');
/** Scripts whose letters pass for Latin ones. A name keeps to one of them. */
const alike = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u];

function passesForTheHouse(name: string): boolean {
  const seen = glance(name);
  // Digits at the end are digits, not letters: "admin1" and "support 24".
  const withoutNumber = glance(name.replace(/[\p{N} .-]+$/u, ''));
  return seen.startsWith(glance(productName)) || [seen, withoutNumber].some((one) => onlyReserved.test(one));
}

/** A default name that reveals nothing: "Trader-7F3K2Q". */
export const inventName = (kind: 'Trader' | 'Demo' | 'Visitor') =>
  `${kind}-${Array.from({ length: 6 }, () => characters[randomInt(characters.length)]).join('')}`;

/**
 * Letters of any script, digits, spaces, dots and dashes; normalised; nothing invisible; no mixture of scripts that look alike; not a name of the
 * house, nor one that looks like it.
 */
export function normaliseName(typed: string): string {
  const name = typed.normalize('NFKC').trim().replace(/ +/g, ' ');
  const length = [...name].length;
  const fits =
    length >= 2 &&
    length <= 32 &&
    /^[\p{L}\p{M}\p{Nd} .-]+$/u.test(name) &&
    /[\p{L}\p{Nd}]/u.test(name) &&
    !/\p{Default_Ignorable_Code_Point}/u.test(name);
  const mixed = alike.filter((script) => script.test(name)).length > 1;
  if (!fits || mixed || passesForTheHouse(name)) throw new Refusal('nameInvalid');
  return name;
}
