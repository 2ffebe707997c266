import { InstrumentKind } from '@bourse/protocol/enums';
import { Button, Chip, IconChevronDown } from '@bourse/ui';
import { type ReactNode, Suspense } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { FeedChip } from '../../../shell/labels.tsx';
import { BestPrices, BigPrice, DayChange, DayFigure, LastTrade, Star } from '../instrument/Head.tsx';
import { SymbolName } from '../instrument/SymbolName.tsx';
import { lazyWithWords } from '../lazy.ts';
import styles from './InstrumentBar.module.css';

const HeadFacts = lazyWithWords(() => import('../leverage/HeadFacts.tsx').then((module) => module.HeadFacts));

/** The instrument, its price and its day's figures. Figures that do not fit are dropped from the end: nothing scrolls sideways. */
export function InstrumentBar({ instrument, onPick }: { instrument: Instrument; onPick: () => void }) {
  const t = useT();
  const fact = (name: string, value: ReactNode, why?: string) => (
    <div key={name} className={styles.fact} title={why}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <header className={styles.bar}>
      <h1 className={styles.name}>
        <Button kind="plain" onClick={onPick} aria-label={`${instrument.symbol}: ${t('trade.pick')}`}>
          <SymbolName symbol={instrument.symbol} />
          <IconChevronDown size={16} aria-hidden />
        </Button>
      </h1>
      <FeedChip feed={instrument.source.feed} />
      {instrument.status !== 1 && <Chip>{t(`trade.state${instrument.status}`)}</Chip>}
      <BigPrice large instrument={instrument} />
      <dl className={styles.facts}>
        {fact(t('trade.bidAsk'), <BestPrices instrument={instrument} />)}
        {fact(t('trade.lastTrade'), <LastTrade instrument={instrument} />)}
        {fact(t('trade.change24'), <DayChange symbol={instrument.symbol} />)}
        {instrument.kind !== InstrumentKind.coin && (
          <Suspense>
            <HeadFacts instrument={instrument}>{({ name, value, why }) => fact(name, value, why)}</HeadFacts>
          </Suspense>
        )}
        {fact(
          t('trade.highLow'),
          <>
            <DayFigure instrument={instrument} which="high" /> / <DayFigure instrument={instrument} which="low" />
          </>,
        )}
        {fact(t('trade.volumeIn', { asset: instrument.base }), <DayFigure instrument={instrument} which="volume" />)}
        {fact(t('trade.turnoverIn', { asset: instrument.quote }), <DayFigure instrument={instrument} which="turnover" />)}
      </dl>
      <Star small instrument={instrument} />
    </header>
  );
}
