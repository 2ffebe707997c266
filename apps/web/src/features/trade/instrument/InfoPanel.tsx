import { decimalDivide, decimalMultiply, formatAmount, formatRatio, trimZeros } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { type Fact, Facts, useUi } from '@bourse/ui';
import { type Instrument, useTick, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { FeedChip } from '../../../shell/labels.tsx';
import { sectorName } from '../../market/sectors.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import styles from './InfoPanel.module.css';

/** The rules that the ticket validates with, which the engine enforces. */
export function InfoPanel({ instrument }: { instrument: Instrument }) {
  const t = useT();
  const { locale } = useUi();
  const zone = useTimeZone();
  const figure = (value: string) => formatAmount(trimZeros(value), { locale });
  const rate = (fraction: string) =>
    formatRatio(fraction, { locale, decimals: Math.max(2, stepDecimals(decimalMultiply(fraction, '100'))) });
  const band = formatRatio(decimalDivide(String(instrument.bandBps), '10000', 6), { locale, decimals: 2 });
  const facts: Fact[] = [
    { key: 'name', name: t('trade.infoName'), value: instrument.name },
    { key: 'plate', name: t('trade.infoPlate'), value: sectorName(instrument.plate) },
    {
      key: 'status',
      name: t('trade.infoStatus'),
      value: t(`trade.state${instrument.status}`),
      ...(instrument.nextOpen === null ? {} : { why: t('trade.infoOpens', { time: formatTime(instrument.nextOpen, 'full', zone) }) }),
    },
    { key: 'session', name: t('trade.infoSession'), value: instrument.session ?? t('trade.infoAlways') },
    { key: 'tick', name: t('trade.infoTick'), value: `${figure(instrument.tick)} ${instrument.quote}` },
    { key: 'lot', name: t('trade.infoLot'), value: `${figure(instrument.lot)} ${instrument.base}` },
    {
      key: 'min',
      name: t('trade.infoMin'),
      value: `${figure(instrument.minQuantity)} ${instrument.base}`,
      why: `≥ ${figure(instrument.minNotional)} ${instrument.quote}`,
    },
    { key: 'max', name: t('trade.infoMax'), value: `${figure(instrument.maxQuantity)} ${instrument.base}` },
    { key: 'band', name: t('trade.infoBand'), value: `±${band}`, why: t('trade.infoBandWhy') },
    { key: 'taker', name: t('trade.infoTaker'), value: rate(instrument.takerFee) },
    { key: 'maker', name: t('trade.infoMaker'), value: rate(instrument.makerFee), why: t('trade.infoFeeWhy') },
    ...(instrument.kind === InstrumentKind.coin ? [] : [{ key: 'leverage', name: t('trade.infoLeverage'), value: `${instrument.lever}×` }]),
    {
      key: 'source',
      name: t('trade.infoSource'),
      value: (
        <span className={styles.source}>
          {instrument.source.feed !== 'simulated' && instrument.source.name} <FeedChip feed={instrument.source.feed} />
        </span>
      ),
      why: <SourceAge symbol={instrument.symbol} zone={zone} />,
    },
  ];
  return (
    <div className={styles.info}>
      <Facts dense facts={facts} />
    </div>
  );
}

function SourceAge({ symbol, zone }: { symbol: string; zone: string }) {
  const tick = useTick(symbol);
  return tick && tick.t > 0 ? formatTime(tick.t, 'full', zone) : null;
}
