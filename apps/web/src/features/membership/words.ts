import { formatAmount, trimZeros } from '@bourse/money';
import type { MembershipRow, VipDetail } from '@bourse/protocol';
import { hiddenAmount, useUi } from '@bourse/ui';
import { useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { type Translate, useT } from '../../i18n/index.ts';

export const levelName = (t: Translate, level: number): string =>
  level === 0 ? t('membership.levelNone') : t('membership.level', { level: String(level) });

/** Days begin at 00:00 UTC wherever the customer is. */
export const dayOf = (ms: number): string => formatTime(ms, 'date', 'UTC');

/** Figures in sentences: `plain` for public ones, `own` for the customer's, which can be hidden. */
export function useFigures() {
  const { locale, amountsHidden } = useUi();
  const zone = useTimeZone();
  const plain = (value: string) => formatAmount(trimZeros(value), { locale });
  return {
    plain,
    own: (value: string) => (amountsHidden ? hiddenAmount : plain(value)),
    when: (ms: number) => formatTime(ms, 'dateTime', zone),
    hidden: amountsHidden,
  };
}

/** Where the level in use comes from. */
export function useSourceText() {
  const t = useT();
  const { when } = useFigures();
  return ({ source, until }: VipDetail): string => {
    const time = until === null ? '' : when(until);
    if (source === 'bought') return t('membership.source_bought', { time });
    if (source === 'given') return t('membership.source_given', { time });
    return t(`membership.source_${source}`);
  };
}

export function eventText(t: Translate, { what, level: number }: MembershipRow): string {
  const level = levelName(t, number);
  if (what === 'bought' || what === 'granted' || what === 'volume') return t(`membership.event_${what}`, { level });
  return t(`membership.event_${what}`);
}
