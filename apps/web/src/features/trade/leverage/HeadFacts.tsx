import { InstrumentKind } from '@bourse/protocol/enums';
import type { ReactNode } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { LastTrade } from '../instrument/Head.tsx';
import { DayLimits, Funding, MarkPrice, OpenInterest, Session } from './MarkFacts.tsx';

export type HeadFact = { name: string; why?: string | undefined; value: ReactNode };

/** Facts of a contract or a stock, shown before the day's figures. */
export function HeadFacts({
  instrument,
  children,
  short = false,
}: {
  instrument: Instrument;
  short?: boolean | undefined;
  children: (fact: HeadFact) => ReactNode;
}) {
  const t = useT();
  const { symbol } = instrument;
  const facts: HeadFact[] =
    instrument.kind === InstrumentKind.contract
      ? [
          { name: t('leverage.mark'), why: t('leverage.markWhy'), value: <MarkPrice instrument={instrument} /> },
          ...(short ? [{ name: t('trade.lastTrade'), value: <LastTrade instrument={instrument} /> }] : []),
          { name: t('leverage.funding'), value: <Funding symbol={symbol} /> },
          ...(short ? [] : [{ name: t('leverage.openInterest'), value: <OpenInterest instrument={instrument} /> }]),
        ]
      : [
          { name: t('leverage.session'), value: <Session instrument={instrument} /> },
          { name: t('leverage.dayLimits'), value: <DayLimits instrument={instrument} /> },
        ];
  return <>{facts.map(children)}</>;
}
