import { Amount, Button, buttonClass, Confirm, EmptyState, type Fact, Facts, IconWithdraw, toast } from '@bourse/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type CallOutput, cache, lastValue, useCommand, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { AskAbout } from '../../chat/AskAbout.tsx';
import { payoutTarget } from '../../chat/places.ts';
import { neat } from '../../funds/model/figures.ts';
import { useFollowNotices } from '../model/follow.ts';
import { useOwnRead } from '../model/own-read.ts';
import { said } from '../model/payout-draft.ts';
import { Columns } from '../parts/Columns.tsx';
import { Address, CopyLine } from '../parts/CopyLine.tsx';
import { RealAccount } from '../parts/Gate.tsx';
import { PayoutJourney } from '../parts/Journey.tsx';
import { Stale } from '../parts/Stale.tsx';
import styles from './withdraw.module.css';

const detail = 'GET pay/withdrawal/detail';
const cancelCall = 'PUT pay/withdrawal/cancel/{id}';
const lookEveryMs = 5_000;

/** A payout after it was asked for: where it is, who acts, how to call it back. A reload, or a link from a notice, shows the same. */
export function WithdrawSuccessScreen() {
  const t = useT();
  const { id } = useSearch({ strict: false }) as { id?: string };
  return (
    <Columns title={t('moneyOut.oneTitle')}>
      <RealAccount>{id === undefined ? <Newest /> : <Payout key={id} id={id} />}</RealAccount>
    </Columns>
  );
}

function Newest() {
  const t = useT();
  const remote = useOwnRead('GET pay/withdrawal/page', { pageNo: 1, pageSize: 1 }, { staleMs: 0 });
  const page = lastValue(remote);
  if (!page) return <Unread remote={remote} rows={4} height={64} />;
  const [newest] = page.list;
  if (newest) return <Payout id={newest.id} />;
  return (
    <EmptyState
      icon={<IconWithdraw size={28} strokeWidth={1.5} aria-hidden />}
      title={t('moneyOut.none')}
      action={
        <Link to="/funds/withdraw" className={buttonClass()}>
          {t('moneyOut.title')}
        </Link>
      }
    >
      {t('moneyOut.noneText')}
    </EmptyState>
  );
}

function Payout({ id }: { id: string }) {
  useFollowNotices('withdrawal.', detail);
  const [over, setOver] = useState(false);
  const remote = useOwnRead(detail, { id }, { staleMs: 0, everyMs: over ? undefined : lookEveryMs });
  const of = lastValue(remote);
  if (of && over !== (of.waitsFor === null)) setOver(of.waitsFor === null);
  if (!of) return <Unread remote={remote} rows={6} height={64} />;
  return (
    <>
      <Stale remote={remote} />
      <View of={of} />
    </>
  );
}

function View({ of }: { of: CallOutput<typeof detail> }) {
  const t = useT();
  const zone = useTimeZone();
  const money = (value: string) => <Amount value={value} decimals={neat(value)} unit={of.asset} />;
  const facts: Fact[] = [
    { key: 'no', name: t('moneyIn.no'), value: <bdi>{of.no}</bdi> },
    { key: 'send', name: t('moneyOut.youSend'), value: money(of.amount) },
    { key: 'fee', name: t('journey.fee'), value: money(of.fee) },
    { key: 'get', name: t('moneyOut.theyGet'), value: money(of.net), strong: true },
    { key: 'to', name: t('moneyOut.to'), value: of.destination },
    ...(of.networkName === null ? [] : [{ key: 'network', name: t('moneyOut.way'), value: of.networkName }]),
    { key: 'at', name: t('moneyIn.started'), value: formatTime(of.createdAt, 'full', zone) },
  ];
  return (
    <div className={styles.one}>
      <p className={styles.total}>{money(of.net)}</p>
      <PayoutJourney of={of} />
      {of.status === 2 && of.reviewReasons.length > 0 && (
        <ul className={styles.rules} aria-label={t('moneyOut.why')}>
          {said(of.reviewReasons).map((reason) => (
            <li key={reason}>{t(`moneyOut.review_${reason}`)}</li>
          ))}
        </ul>
      )}
      {of.mayCancel && <Cancel id={of.id} />}
      <CopyLine label={t('moneyOut.address')} value={of.address} shown={<Address value={of.address.replaceAll(' ', '')} />} />
      {of.tag !== null && <CopyLine label={t('moneyIn.tag')} value={String(of.tag)} />}
      {of.txHash !== null && <CopyLine label={t('journey.tx')} value={of.txHash} />}
      <Facts facts={facts} />
      <AskAbout target={payoutTarget(of)} />
      <Link to="/funds/top_up_order" search={{ view: 'out' }} className={buttonClass({ kind: 'outline', wide: true })}>
        {t('moneyIn.seeAll')}
      </Link>
    </div>
  );
}

/** A payout can be called back until it is being sent. */
function Cancel({ id }: { id: string }) {
  const t = useT();
  const [asked, setAsked] = useState(false);
  const { send, busy } = useCommand('cancel payout');
  const cancel = async () => {
    const settled = await send(cancelCall, { id }, { of: id });
    if (settled.state === 'accepted') toast('success', t('moneyOut.cancelled'));
    if (settled.state === 'rejected') toast('error', settled.message || t('common.noResponse'));
    setAsked(false);
    await Promise.all([cache.invalidate(detail), cache.invalidate('GET pay/withdrawal/page')]);
  };
  return (
    <>
      <Button kind="outline" wide onClick={() => setAsked(true)}>
        {t('moneyOut.cancel')}
      </Button>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={t('moneyOut.cancelTitle')}
        confirm={t('moneyOut.cancel')}
        cancel={t('moneyOut.keep')}
        busy={busy(id)}
        onConfirm={() => void cancel()}
      >
        {t('moneyOut.cancelText')}
      </Confirm>
    </>
  );
}
