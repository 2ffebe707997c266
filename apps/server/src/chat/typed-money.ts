import { hostsIn, plainAddress } from '@bourse/protocol/chat-links';

/**
 * What an agent may not type: an account number, an address of a wallet, a link to another site. Where to pay stands only on cards that the funding
 * code makes. A false refusal costs a card; a missed one costs a customer's money. So the rule is strict: dates in figures are refused too.
 */

const chinese = new Map(
  [...'零〇一二三四五六七八九壹贰叁肆伍陆柒捌玖'].map((sign) => {
    const at = '零一二三四五六七八九'.indexOf(sign);
    return [sign, String(at >= 0 ? at : sign === '〇' ? 0 : '壹贰叁肆伍陆柒捌玖'.indexOf(sign) + 1)] as const;
  }),
);
const isDigit = (point: number) => /^\p{Nd}$/u.test(String.fromCodePoint(point));

/** Digits of every script stand in runs of ten, so the place in its run is a digit's value. */
function digitOf(sign: string): string | undefined {
  const known = chinese.get(sign);
  if (known !== undefined) return known;
  const point = sign.codePointAt(0)!;
  if (!isDigit(point)) return undefined;
  let before = 0;
  while (before < 60 && isDigit(point - before - 1)) before += 1;
  return String(before % 10);
}

/** Compatibility forms are one form; signs that nobody sees are gone; digits of every script are ASCII. */
export const folded = (text: string): string =>
  [...text.normalize('NFKC').replace(/[\p{Cf}\p{Mn}]/gu, '')].map((sign) => digitOf(sign) ?? sign).join('');

/** Runs of digits, whatever that is no letter stands between them. A letter O between digits is a nought, an l or I a one. */
function digitRuns(text: string): string[] {
  const plain = folded(text)
    .replace(/(?<=\p{Nd}[^\p{L}\p{Nd}]{0,3})[oOоОοΟ]/gu, '0')
    .replace(/(?<=\p{Nd}[^\p{L}\p{Nd}]{0,3})[lI|](?=[^\p{L}\p{Nd}]{0,3}\p{Nd})/gu, '1');
  return (plain.match(/\d(?:[^\p{L}\d]{0,4}\d)*/gu) ?? []).map((run) => run.replace(/\D/g, ''));
}
const longestRun = 7;

/** An address is long and changes between letters and digits all the time; words and numbers beside one another do not. */
function looksLikeAddress(text: string): boolean {
  const plain = folded(text);
  for (const joined of [plain, plain.replace(/[\s\p{P}\p{S}]+/gu, '')]) {
    if (/0x[0-9a-f]{20}/i.test(joined) || /\b(?:bc|tb|ltc|addr)1[0-9a-z]{20}/i.test(joined)) return true;
    for (const run of joined.match(/[A-Za-z0-9]{24,}/g) ?? [])
      for (let at = 0; at + 24 <= run.length; at += 1) {
        const changes = run.slice(at, at + 24).match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
        if (changes >= 6) return true;
      }
    // IBAN: country, two digits, at least eleven more signs.
    if (/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/.test(joined)) return true;
  }
  return false;
}

/** Any host but ours. A host in look-alike letters is another host. */
function foreignLink(text: string, ownHost: string): boolean {
  const plain = plainAddress(text);
  if (/\b(?:javascript|data|tg|weixin|whatsapp|mailto|tel|file):/.test(plain)) return true;
  const linked = hostsIn(text).filter(({ written }) => /:\/\/|^www\.|@/.test(written) || /[.][a-z]{2,24}$/.test(written));
  return (
    /:\/\//.test(plain.replaceAll(`https://${ownHost}`, '')) || linked.some(({ written }) => written.replace(/^https:\/\//, '') !== ownHost)
  );
}

/** `owns`: whether a number is one of the customer's own deposits, withdrawals or orders, which may be written out. */
export async function typedMoney(text: string, ownHost: string, owns: (number: string) => Promise<boolean>): Promise<boolean> {
  if (looksLikeAddress(text) || foreignLink(text, ownHost)) return true;
  for (const run of digitRuns(text)) if (run.length > longestRun && !(run.length <= 18 && (await owns(run)))) return true;
  return false;
}
