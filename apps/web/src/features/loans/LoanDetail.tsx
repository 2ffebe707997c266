import { decimalSign, decimalSubtract } from '@bourse/money';
import type { Loan } from '@bourse/protocol';
import { Amount, ErrorState, type Fact, Facts, SkeletonRows } from '@bourse/ui';
import { useState } from 'react';
import { lastValue, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import styles from '../deals/Detail.module.css';
import { Note } from '../deals/Note.tsx';
import { useScale } from '../deals/useScale.ts';
import { neat } from '../funds/model/figures.ts';
import { recoveryOf, type Scales } from './model/loan.ts';
import { Acts } from './parts/Acts.tsx';
import { Gauge } from './parts/Gauge.tsx';
import { History } from './parts/History.tsx';
import { StateChip } from './parts/LoanList.tsx';
import { Waiting } from './parts/Waiting.tsx';
import { WhatIf } from './parts/WhatIf.tsx';
import { useLoan } from './reads.ts';
import { useFigures } from './words.ts';

/** One loan: what is owed, how near a sale is, what can be done, and what happened. `record`: to be read only. */
export function LoanDetail({ id, record = false }: { id: string; record?: boolean }) {
  const t = useT();
  const remote = useLoan(id);
  const value = lastValue(remote);
  if (value === undefined)
    return remote.state === 'failed' || remote.state === 'idle' ? (
      <ErrorState compact title={t('loans.loanMissing')} {...(remote.state === 'failed' ? { onRetry: remote.retry } : {})}>
        {remote.state === 'failed' ? remote.error.message : t('loans.loanMissingText')}
      </ErrorState>
    ) : (
      <SkeletonRows rows={6} />
    );
  const { loan, happened } = value;
  return (
    <div className={styles.detail}>
      <Head {...{ loan }} />
      {loan.live !== null && <Danger {...{ loan }} live={loan.live} />}
      {!record && (
        <>
          {/* They stay when the loan is over: they say what came of the last act. */}
          <Acts {...{ loan }} />
          <Waiting {...{ loan }} />
        </>
      )}
      {!record && loan.live?.price != null && <Ahead {...{ loan }} live={loan.live} price={loan.live.price} />}
      <Figures {...{ loan }} />
      <History {...{ loan, happened }} />
    </div>
  );
}

type Live = NonNullable<Loan['live']>;
const useScales = ({ asset, collateralAsset, lent, collateral }: Loan): Scales => ({
  base: useScale(collateralAsset, collateral),
  quote: useScale(asset, lent),
});

function Head({ loan }: { loan: Loan }) {
  const t = useT();
  const zone = useTimeZone();
  const { percent } = useFigures();
  const { state, asset, lent, live, openedAt, sellLevel, changedAt } = loan;
  const amount = live?.debt ?? lent;
  const time = formatTime(changedAt, 'dateTime', zone);
  return (
    <section className={styles.head}>
      <p className={styles.name}>
        <span>{t(live === null ? (openedAt === null ? 'loans.asked' : 'loans.lent') : 'loans.owedNow')}</span>
        <StateChip {...{ loan }} />
      </p>
      <p className={styles.figure}>
        <Amount value={amount} decimals={neat(amount)} unit={asset} />
      </p>
      {state === 'soldOff' ? (
        <Note bad>{t('loans.ended_soldOff', { time, sell: percent(sellLevel) })}</Note>
      ) : (
        state !== 'open' && state !== 'waiting' && <p className={styles.text}>{t(`loans.ended_${state}`, { time })}</p>
      )}
    </section>
  );
}

function Figures({ loan }: { loan: Loan }) {
  const t = useT();
  const { percent, plain } = useFigures();
  const { asset, collateralAsset, rate, principal, interestPaid, collateral, sold, live, symbol } = loan;
  const money = (value: string, unit = asset) => <Amount value={value} decimals={neat(value)} fraction="plain" unit={unit} />;
  const facts: Fact[] = [
    ...(live === null
      ? []
      : [
          { key: 'principal', name: t('loans.principal'), value: money(principal) },
          { key: 'due', name: t('loans.interestDue'), value: money(decimalSubtract(live.debt, principal)), why: t('loans.interestWhy') },
        ]),
    { key: 'rate', name: t('loans.rateName'), value: <bdi>{t('loans.rateYear', { rate: percent(rate) })}</bdi> },
    ...(decimalSign(collateral) === 0
      ? []
      : [{ key: 'collateral', name: t('loans.collateral'), strong: true, value: money(collateral, collateralAsset) }]),
    ...(live === null
      ? []
      : [
          {
            key: 'value',
            name: t('loans.value'),
            value: money(live.value),
            ...(live.price === null ? {} : { why: t('loans.priceNow', { symbol, price: plain(live.price) }) }),
          },
        ]),
    ...(decimalSign(sold) === 0 ? [] : [{ key: 'sold', name: t('loans.soldSoFar'), value: money(sold, collateralAsset) }]),
    ...(decimalSign(interestPaid) === 0 ? [] : [{ key: 'paid', name: t('loans.interestPaid'), value: money(interestPaid) }]),
  ];
  return <Facts {...{ facts }} />;
}

/** How near a warning and a sale are, and what would end a warning. */
function Danger({ loan, live }: { loan: Loan; live: Live }) {
  const t = useT();
  const { percent, share, own } = useFigures();
  const scales = useScales(loan);
  const { called, asset, collateralAsset, collateral, sold, sellLevel, openLevel } = loan;
  const { debt, price, callPrice, sellPrice } = live;
  const recovery = called && price !== null ? recoveryOf({ collateral, debt }, loan, price, scales) : undefined;
  return (
    <>
      {called && (
        <Note bad>
          <strong>{t('loans.warnTitle')}</strong>{' '}
          {live.share !== null && t('loans.warnText', { share: share(live.share), sell: percent(sellLevel) })}{' '}
          {recovery && t('loans.warnDo', { repay: own(recovery.repay), asset, add: own(recovery.add), collateral: collateralAsset })}
        </Note>
      )}
      {decimalSign(sold) > 0 && (
        <Note>{t('loans.soldPart', { sold: own(sold), collateral: collateralAsset, open: percent(openLevel) })}</Note>
      )}
      <Gauge terms={loan} share={live.share} prices={{ call: callPrice, sell: sellPrice }} />
    </>
  );
}

/** What a fall of the price would do. */
function Ahead({ loan, live, price }: { loan: Loan; live: Live; price: string }) {
  const scales = useScales(loan);
  const [fall, setFall] = useState(20);
  const { called, asset, collateralAsset, collateral } = loan;
  return (
    <WhatIf
      pledge={{ collateral, debt: live.debt, called }}
      {...{ scales, asset, price, fall }}
      terms={loan}
      sellPrice={live.sellPrice}
      coin={collateralAsset}
      onFall={setFall}
    />
  );
}
