import { Amount, Button, ErrorState, type Fact, Facts, SkeletonRows } from '@bourse/ui';
import { useState } from 'react';
import { type CallOutput, cache, lastValue, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { AskAbout } from '../../chat/AskAbout.tsx';
import { depositTarget } from '../../chat/places.ts';
import { neat } from '../../funds/model/figures.ts';
import { useFollowNotices } from '../model/follow.ts';
import { useOwnRead } from '../model/own-read.ts';
import { CopyLine } from '../parts/CopyLine.tsx';
import { DepositJourney } from '../parts/Journey.tsx';
import { Stale } from '../parts/Stale.tsx';
import styles from './deposit.module.css';
import { EvidenceSheet } from './EvidenceSheet.tsx';
import { Instructions } from './Instructions.tsx';
import { TestCoins } from './TestCoins.tsx';

const detail = 'GET pay/recharge/detail';
const lookEveryMs = 5_000;
type Detail = CallOutput<typeof detail>;

/** One deposit: its journey, how to pay it while it waits for that, and what it was. */
export function DepositDetailView({ id }: { id: string }) {
  const t = useT();
  useFollowNotices('deposit.', detail);
  const [over, setOver] = useState(false);
  const remote = useOwnRead(detail, { id }, { staleMs: 0, everyMs: over ? undefined : lookEveryMs });
  const of = lastValue(remote);
  if (of && over !== (of.waitsFor === null)) setOver(of.waitsFor === null);
  if (!of)
    return remote.state === 'failed' ? (
      <ErrorState title={t('common.loadFailed')} onRetry={remote.retry}>
        {remote.error.message}
      </ErrorState>
    ) : (
      <SkeletonRows rows={5} height={64} />
    );
  return (
    <>
      <Stale remote={remote} />
      <View of={of} />
    </>
  );
}

function View({ of }: { of: Detail }) {
  const t = useT();
  const zone = useTimeZone();
  const [paying, setPaying] = useState(false);
  const channel = lastValue(useOwnRead('GET pay/recharge-channel/get', { id: of.channel }, { enabled: of.step === 'awaiting' }));
  const facts: Fact[] = [
    { name: t('moneyIn.no'), value: <bdi>{of.no}</bdi> },
    { name: t('moneyIn.amount'), value: <Amount value={of.amount} decimals={neat(of.amount)} unit={of.pays} /> },
    { name: t('journey.fee'), value: <Amount value={of.fee} decimals={neat(of.fee)} unit={of.asset} /> },
    ...(of.status < 0
      ? []
      : [
          {
            name: t(of.status === 1 ? 'moneyIn.credited' : 'moneyIn.toCredit'),
            value: <Amount value={of.net} decimals={neat(of.net)} unit={of.asset} />,
            strong: true,
          },
        ]),
    { name: t('moneyIn.started'), value: formatTime(of.createdAt, 'full', zone) },
  ];
  return (
    <div className={styles.detail}>
      <p className={styles.total}>
        <Amount value={of.net} decimals={neat(of.net)} unit={of.asset} />
      </p>
      <DepositJourney of={of} />
      {of.step === 'awaiting' && (
        <>
          <Instructions of={of} />
          <Button size="large" wide onClick={() => setPaying(true)}>
            {t('moneyIn.paid')}
          </Button>
          {channel && <TestCoins channel={channel} id={of.id} pays={of.amount} />}
        </>
      )}
      {of.txHash !== null && <CopyLine label={t('journey.tx')} value={of.txHash} />}
      <Facts facts={facts} />
      <AskAbout target={depositTarget(of)} />
      {paying && (
        <EvidenceSheet
          of={of}
          onClose={() => setPaying(false)}
          onSent={async () => {
            setPaying(false);
            await Promise.all([cache.invalidate(detail), cache.invalidate('GET pay/recharge/page')]);
          }}
        />
      )}
    </div>
  );
}
