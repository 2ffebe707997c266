import type { LoanPreview, LoanProduct } from '@bourse/protocol';
import { Amount, Button, Facts } from '@bourse/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Form.module.css';
import { Note } from '../../deals/Note.tsx';
import { neat } from '../../funds/model/figures.ts';
import { useFigures } from '../words.ts';
import { Gauge } from './Gauge.tsx';
import { termsOf } from './terms.ts';

type Props = {
  product: LoanProduct;
  collateral: string;
  amount: string;
  preview: LoanPreview;
  busy: boolean;
  offline: boolean;
  /** It was pressed without a connection. */
  unsent: boolean;
  /** What the customer has to answer first. */
  asked: ReactNode;
  onBack: () => void;
  onBorrow: () => void;
};

/** What is frozen, what is paid out, and on which terms. Its figures follow the price until the loan is sent. */
export function Review({ product, collateral, amount, preview, busy, offline, unsent, asked, onBack, onBorrow }: Props) {
  const t = useT();
  const figures = useFigures();
  const { plain, percent } = figures;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  // What is asked takes the place of the buttons, and gives it back.
  const questions = useRef<HTMLDivElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const asking = asked !== false && asked !== undefined;
  const before = useRef(asking);
  useEffect(() => {
    if (asking !== before.current) (asking ? questions : buttons).current?.focus();
    before.current = asking;
  }, [asking]);
  const { collateralAsset, asset, rate, saleFee, version, decideAbove, symbol } = product;
  const { waits, hourly, daily, share, callPrice, sellPrice } = preview;
  const money = (value: string, unit: string) => <Amount value={value} decimals={neat(value)} fraction="plain" unit={unit} />;
  return (
    <div className={styles.form}>
      <div>
        <h3 ref={title} tabIndex={-1} className={styles.title}>
          {t('loans.review')}
        </h3>
        <p className={styles.figure}>
          <Amount value={amount} decimals={neat(amount)} unit={asset} />
        </p>
      </div>
      <Facts
        facts={[
          { key: 'frozen', name: t('loans.frozen'), strong: true, value: money(collateral, collateralAsset) },
          { key: 'paid', name: t(waits ? 'loans.asksFor' : 'loans.paidOut'), strong: true, value: money(amount, asset) },
          {
            key: 'rate',
            name: t('loans.rateName'),
            value: <bdi>{t('loans.rateYear', { rate: percent(rate) })}</bdi>,
            why: t('loans.interestWhy'),
          },
          { key: 'hourly', name: t('loans.hourly'), value: money(hourly, asset) },
          { key: 'daily', name: t('loans.daily'), value: money(daily, asset) },
          {
            key: 'call',
            name: t('loans.callPrice'),
            value: <bdi>{plain(callPrice)}</bdi>,
            ...(preview.price === null ? {} : { why: t('loans.priceNow', { symbol, price: plain(preview.price) }) }),
          },
          { key: 'sell', name: t('loans.sellPrice'), value: <bdi>{plain(sellPrice)}</bdi> },
          { key: 'fee', name: t('loans.saleFee'), value: <bdi>{percent(saleFee)}</bdi>, why: t('loans.saleFeeWhy') },
        ]}
      />
      <Gauge terms={product} {...{ share }} />
      {waits && <Note>{t('loans.waits', { limit: plain(decideAbove), asset })}</Note>}
      <h3 className={styles.subhead}>{t('loans.termsVersion', { version: String(version) })}</h3>
      <ul className={styles.terms}>
        {termsOf(t, figures, product).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div role="status">{(offline || unsent) && <Note offline>{t(unsent ? 'common.nothingSent' : 'loans.offline')}</Note>}</div>
      {asking ? (
        <div ref={questions} tabIndex={-1} className={styles.asked}>
          {asked}
        </div>
      ) : (
        <div ref={buttons} tabIndex={-1} className={styles.buttons}>
          <Button kind="outline" size="large" disabled={busy} onClick={onBack}>
            {t('loans.change')}
          </Button>
          <Button size="large" {...{ busy }} disabled={offline} onClick={onBorrow}>
            {t(waits ? 'loans.askFor' : 'loans.borrowFor', { amount: plain(amount), asset })}
          </Button>
        </div>
      )}
    </div>
  );
}
