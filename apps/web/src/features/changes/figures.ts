import { trimZeros } from '@bourse/money';
import { RechargeChannel } from '@bourse/protocol/enums';
import type { CallOutput } from '../../data/index.ts';
import { type Translate, tMaybe } from '../../i18n/index.ts';
import { wayName } from '../payments/model/way-name.ts';

export type Change = CallOutput<'GET exchange/change/page'>['list'][number];
type ChangeDifference = Change['differences'][number];
type ChangeRail = NonNullable<Change['rail']>;

/** Ways of paying that have a name of their own, without a network or a provider. */
const named: ReadonlySet<number> = new Set([
  ...[RechargeChannel.bankCard, RechargeChannel.background, RechargeChannel.c2cService],
  ...[RechargeChannel.commonService, RechargeChannel.temporaryService],
]);

/** What people call a way of money in and out. */
export function railName(t: Translate, { id, asset, ...way }: ChangeRail): string {
  const known = way.networkName !== null || way.provider !== null || named.has(way.channel);
  return `${asset} · ${known ? wayName(t, way) : t('changes.railNumber', { id: String(id) })}`;
}

const secondMs = 1_000;
const hourMs = 3_600_000;

/** The last part of a term's name: the items of a list have names of their own. */
const lastOf = (field: string) => field.slice(field.lastIndexOf('.') + 1);

/** A term in words, and which one of a list. */
export function termOf(t: Translate, { field, at }: ChangeDifference): string {
  const name = lastOf(field);
  const term = tMaybe(`changes.field.${name}`) ?? t('changes.field.technical', { name });
  if (at === 0) return term;
  if (field.startsWith('tiers')) return t('changes.tier', { term, at: String(at) });
  if (field.startsWith('offers')) return t('changes.offer', { term, at: String(at / secondMs) });
  if (field === 'levelLimits') return t('changes.identityLevel', { term, at: String(at - 1) });
  // Fee rates: the first is that of level 0.
  return t('changes.level', { term, at: String(at - 1) });
}

function duration(t: Translate, text: string): string {
  const ms = Number(text);
  if (ms % hourMs === 0) return t('changes.hours', { figure: String(ms / hourMs) });
  return ms % secondMs === 0 ? t('changes.seconds', { figure: String(ms / secondMs) }) : t('changes.milliseconds', { figure: text });
}

/** A value of a term in words. */
export function figureOf(t: Translate, { field, unit, coin }: ChangeDifference, value: string | null): string {
  if (value === null) return t('changes.nothing');
  switch (unit) {
    case 'percent':
      return t('changes.percent', { figure: trimZeros(value) });
    case 'times':
      return t('changes.times', { figure: value });
    case 'duration':
      return duration(t, value);
    case 'onOff':
      return t(value === '1' ? 'changes.on' : 'changes.off');
    case 'amount':
    case 'quantity':
      return t('changes.ofCoin', { figure: trimZeros(value), coin: coin ?? '' });
    case 'word':
      return tMaybe(`changes.${lastOf(field)}.${value}`) ?? value;
    default:
      return value;
  }
}
