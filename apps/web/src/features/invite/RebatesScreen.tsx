import { formatAmount, trimZeros } from '@bourse/money';
import type { RebateRow } from '@bourse/protocol';
import { hiddenAmount, List, Row, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useSignedIn } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Paged } from '../history/parts/Paged.tsx';
import { searchOf } from '../receipt/address.ts';
import { ReceiptMark } from '../receipt/ReceiptMark.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './Invite.module.css';
import { NoneYet } from './NoneYet.tsx';

/** `/rebate_detail`: rebates by day and friend. What was paid opens the receipt of its day. */
export function RebatesScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('referral.detailTitle')}
      fallback="/invite"
      body={signedIn ? <Rebates /> : <SignInFirst title={t('referral.title')} text={t('referral.signIn')} />}
    />
  );
}

function Rebates() {
  const t = useT();
  const [page, setPage] = useState(1);
  const remote = useRead('GET pay/common-rebate/page', { pageNo: page }, { needsSession: true, staleMs: 15_000, keepPrevious: true });
  return (
    <Paged
      {...{ remote, page }}
      onPage={setPage}
      pick={(answer) => answer}
      empty={<NoneYet title={t('referral.detailNone')} text={t('referral.detailNoneText')} />}
    >
      {(list) => (
        <List label={t('referral.detailTitle')}>
          {list.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a friend may have several rows of a day
            <Rebate key={`${row.day}${row.friend}${row.asset}${row.wallet}${at}`} {...{ row }} />
          ))}
        </List>
      )}
    </Paged>
  );
}

function Rebate({ row }: { row: RebateRow }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const money = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(trimZeros(value), { locale }));
  const { receipt, asset, part } = row;
  const day = formatTime(row.day, 'date', 'UTC');
  return (
    <Row
      tall
      start={receipt ? <ReceiptMark size={18} /> : <span className={styles.noMark} />}
      title={row.own ? t('referral.ofOwn') : t('referral.ofFriend', { friend: row.friend })}
      under={t('referral.detailUnder', { day, fees: money(row.fees), asset, part })}
      end={
        <bdi>
          {money(row.amount)} {asset}
        </bdi>
      }
      endUnder={t(row.status === 'due' ? 'referral.due' : 'referral.paid')}
      {...(receipt && {
        goes: true,
        as: (content: React.ReactNode, className: string) => (
          <Link to="/receipt" search={searchOf({ settlement: receipt })} className={className}>
            {content}
          </Link>
        ),
      })}
    />
  );
}
