import { decimalAdd, decimalSign } from '@bourse/money';
import type { Loan, LoanHappened } from '@bourse/protocol';
import { Amount, List, Row } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Detail.module.css';
import { neat } from '../../funds/model/figures.ts';
import { searchOf } from '../../receipt/address.ts';
import { ReceiptMark } from '../../receipt/ReceiptMark.tsx';
import { useFigures } from '../words.ts';

/** What happened to a loan, newest first. What moved money has a receipt. */
export function History({ loan, happened }: { loan: Loan; happened: readonly LoanHappened[] }) {
  const t = useT();
  const zone = useTimeZone();
  const { askedAt, openedAt, lent, asset } = loan;
  const waited = openedAt === null || openedAt !== askedAt;
  const amount = <Amount value={lent} decimals={neat(lent)} unit={asset} />;
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{t('loans.history')}</h3>
      <List label={t('loans.history')} className={styles.card}>
        {happened.map((one) => (
          <Happened key={'receipt' in one ? `${one.receipt.seq} ${one.receipt.index}` : `${one.kind} ${one.time}`} {...{ one, loan }} />
        ))}
        {openedAt !== null && <Row title={t('loans.happened_opened')} under={formatTime(openedAt, 'dateTime', zone)} end={amount} />}
        {waited && <Row title={t('loans.happened_asked')} under={formatTime(askedAt, 'dateTime', zone)} end={amount} />}
      </List>
    </section>
  );
}

function Happened({ one, loan: { asset, collateralAsset, symbol } }: { one: LoanHappened; loan: Loan }) {
  const t = useT();
  const zone = useTimeZone();
  const { plain, own, share } = useFigures();
  const when = formatTime(one.time, 'dateTime', zone);
  const under = (...lines: readonly (string | false)[]) => (
    <span className={styles.lines}>{[when, ...lines].map((line) => line !== false && <bdi key={line}>{line}</bdi>)}</span>
  );
  const settled = (title: ReactNode, lines: ReactNode, amount: string, sign: 'always' | 'auto') => (
    <Row
      tall
      start={
        <span className={styles.mark}>
          <ReceiptMark size={18} />
        </span>
      }
      title={title}
      under={lines}
      end={<Amount value={amount} decimals={neat(amount)} unit={asset} {...(sign === 'always' ? { sign } : {})} />}
      endUnder={t('loans.receipt')}
      goes
      as={(content, className) =>
        'receipt' in one && (
          <Link to="/receipt" search={searchOf({ settlement: one.receipt })} className={className}>
            {content}
          </Link>
        )
      }
    />
  );
  switch (one.kind) {
    case 'repayment':
      return settled(
        t('loans.happened_repayment'),
        under(t('loans.happened_repaymentParts', { repaid: own(one.repaid), interest: own(one.interest) })),
        decimalAdd(one.repaid, one.interest),
        'auto',
      );
    case 'sale':
      return settled(
        <bdi>{t('loans.happened_sale', { sold: own(one.sold), asset: collateralAsset, price: plain(one.price) })}</bdi>,
        under(
          t('loans.happened_saleParts', { paid: own(decimalAdd(one.repaid, one.interest)), fee: own(one.fee) }),
          decimalSign(one.returned) > 0 && t('loans.happened_saleReturned', { returned: own(one.returned) }),
          decimalSign(one.insured) > 0 && t('loans.happened_saleInsured', { insured: own(one.insured) }),
        ),
        one.proceeds,
        'auto',
      );
    case 'call':
      return (
        <Row
          tall
          title={t('loans.happened_call', { share: share(one.share) })}
          under={under(t('loans.happened_callPrice', { symbol, price: plain(one.price) }))}
        />
      );
    case 'decision':
      return <Row tall title={t(`loans.decision_${one.decision}`)} under={when} />;
  }
}
