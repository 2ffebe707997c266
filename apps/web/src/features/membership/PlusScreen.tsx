import { decimalCompare } from '@bourse/money';
import type { VipConfig, VipDetail } from '@bourse/protocol';
import { Button, Chip, Confirm, EmptyState, Facts, IconFunds } from '@bourse/ui';
import { useState } from 'react';
import { lastValue, useOfflineSince, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Enter } from '../deals/Enter.tsx';
import { Note } from '../deals/Note.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './Membership.module.css';
import { Outcome } from './parts/Outcome.tsx';
import { type PayingWallet, useAvailable, Wallets } from './parts/Wallets.tsx';
import { useLevels, useOwnLevel } from './reads.ts';
import { applyPlus, usePaying } from './usePaying.ts';
import { levelName, useFigures } from './words.ts';

/** `/plus`: what PLUS is, and asking for it. Its price is frozen until operators have decided. */
export function PlusScreen() {
  const t = useT();
  return <Page title={t('membership.plusTitle')} fallback="/vip" body={<Plus />} />;
}

function Plus() {
  const t = useT();
  const signedIn = useSignedIn();
  const { plain } = useFigures();
  const [levels, own] = [useLevels(), useOwnLevel(signedIn)];
  const [config, detail] = [lastValue(levels), signedIn ? lastValue(own) : undefined];
  if (!config || (signedIn && !detail)) return <Unread remote={config ? own : levels} rows={4} height={72} />;
  const { level, price } = config.plus;
  const known = detail !== undefined && detail.plus.state !== 'none';
  if (price === null && !known)
    return (
      <EmptyState icon={<IconFunds size={28} strokeWidth={1.5} aria-hidden />} title={t('membership.plusNone')}>
        {t('membership.plusNoneText')}
      </EmptyState>
    );
  return (
    <>
      <section className={styles.block}>
        <p className={styles.text}>{t('membership.plusLead', { level: levelName(t, level) })}</p>
        {price !== null && (
          <Facts facts={[{ name: t('membership.plusPrice'), strong: true, value: <bdi>{`${plain(price)} ${config.asset}`}</bdi> }]} />
        )}
        <h2 className={styles.head}>{t('membership.plusHow')}</h2>
        <ol className={styles.steps}>
          <li>{t('membership.plusHowOne')}</li>
          <li>{t('membership.plusHowTwo')}</li>
          <li>{t('membership.plusHowThree')}</li>
        </ol>
      </section>
      {detail ? (
        <State {...{ config, detail }} price={price ?? '0'} />
      ) : (
        <div className={styles.block}>
          <Enter text={t('membership.signIn')} redirect="/plus" />
        </div>
      )}
    </>
  );
}

function State({ config, detail, price }: { config: VipConfig; detail: VipDetail; price: string }) {
  const t = useT();
  const { own } = useFigures();
  const applying = usePaying('plus-apply', applyPlus);
  const { state } = applying;
  const { plus } = detail;
  if (state.step === 'unknown' || state.step === 'missing')
    return <Outcome step={state.step} title={t('membership.plusAsked')} onAgain={applying.again} onForget={applying.forget} />;
  if (plus.state === 'none' && state.step !== 'done') return <Form {...{ config, price, applying }} />;
  const holds = plus.state === 'holds';
  return (
    <section className={styles.own} role="status">
      <p>
        <Chip tone={holds ? 'ok' : 'yours'}>{t(holds ? 'membership.plusHolds' : 'membership.plusWaits')}</Chip>
      </p>
      <p className={styles.text}>
        {holds
          ? t('membership.plusHoldsText', { level: levelName(t, config.plus.level) })
          : t('membership.plusWaitsText', { amount: own(plus.state === 'waits' ? plus.frozen : price), asset: config.asset })}
      </p>
    </section>
  );
}

type FormProps = { config: VipConfig; price: string; applying: ReturnType<typeof usePaying<typeof applyPlus>> };
function Form({ config: { asset, version }, price, applying }: FormProps) {
  const t = useT();
  const { plain, own } = useFigures();
  const offline = useOfflineSince() > 0;
  const [wallet, setWallet] = useState<PayingWallet>(1);
  const [asking, setAsking] = useState(false);
  const available = useAvailable(wallet, asset);
  const poor = available !== undefined && decimalCompare(available, price) < 0;
  const { state } = applying;
  const amount = plain(price);
  return (
    <section className={styles.own} aria-label={t('membership.plusApply')}>
      <div className={styles.form}>
        <Wallets {...{ wallet, asset }} onChange={setWallet} />
        <div role="status">
          {offline || state.step === 'offline' ? (
            <Note offline>{t('membership.offline')}</Note>
          ) : state.step === 'refused' ? (
            <Note bad>{state.message}</Note>
          ) : (
            poor && <Note>{t('membership.tooLittle', { available: own(available), asset, needed: amount })}</Note>
          )}
        </div>
        <Button
          size="large"
          wide
          busy={applying.busy}
          disabled={offline || poor || available === undefined}
          onClick={() => setAsking(true)}
        >
          {t('membership.plusApplyFor', { amount, asset })}
        </Button>
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('membership.plusConfirmTitle')}
        confirm={t('membership.plusApply')}
        cancel={t('common.cancel')}
        onConfirm={() => {
          setAsking(false);
          applying.send({ wallet, version });
        }}
      >
        {t('membership.plusConfirmText', { amount, asset })}
      </Confirm>
    </section>
  );
}
