import { decimalCompare, decimalSubtract } from '@bourse/money';
import type { VipConfig, VipDetail } from '@bourse/protocol';
import { Button, buttonClass, Confirm, EmptyState, Facts, IconFunds } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lastValue, serverNow, useOfflineSince, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Note } from '../deals/Note.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './Membership.module.css';
import { isSold, type Product } from './model/levels.ts';
import { Choice } from './parts/Choice.tsx';
import { ProductChoice, Verdict } from './parts/LevelCards.tsx';
import { MatchForm } from './parts/MatchForm.tsx';
import { Outcome } from './parts/Outcome.tsx';
import { type PayingWallet, useAvailable, Wallets } from './parts/Wallets.tsx';
import { useLevels, useOwnLevel } from './reads.ts';
import { buyLevel, usePaying } from './usePaying.ts';
import { levelName, useFigures } from './words.ts';

const termMs = 30 * 86_400_000;

/** `/mine/upgradeplan`: buying a level, whether that pays at the customer's own volume, and asking for one that is held elsewhere. */
export function UpgradeScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const title = t('membership.upgradeTitle');
  return (
    <Page {...{ title }} fallback="/vip" body={signedIn ? <Upgrade /> : <SignInFirst title={title} text={t('membership.signIn')} />} />
  );
}

function Upgrade() {
  const [levels, own] = [useLevels(), useOwnLevel()];
  const [config, detail] = [lastValue(levels), lastValue(own)];
  if (!config || !detail) return <Unread remote={config ? own : levels} rows={5} height={72} />;
  return (
    <>
      <Buy {...{ config, detail }} />
      {config.version > 0 && <MatchForm {...{ config, detail }} />}
    </>
  );
}

function Buy({ config, detail }: { config: VipConfig; detail: VipDetail }) {
  const t = useT();
  const { when } = useFigures();
  const buying = usePaying('vip-buy', buyLevel);
  const { state } = buying;
  if (state.step === 'done' || state.step === 'unknown' || state.step === 'missing') {
    const { level } = state.wish;
    const until = detail.bought?.level === level ? detail.bought.until : undefined;
    return (
      <Outcome step={state.step} title={t('membership.boughtTitle')} onAgain={buying.again} onForget={buying.forget}>
        {until !== undefined && <p>{t('membership.bought', { level: levelName(t, level), time: when(until) })}</p>}
        <div className={styles.buttons}>
          <Button kind="outline" onClick={buying.forget}>
            {t('membership.again')}
          </Button>
          <Link to="/mine/vip" className={buttonClass({})}>
            {t('membership.seeLevel')}
          </Link>
        </div>
      </Outcome>
    );
  }
  if (!config.levels.some((level) => isSold(level, detail, config)))
    return (
      <EmptyState icon={<IconFunds size={28} strokeWidth={1.5} aria-hidden />} title={t('membership.nothingSold')}>
        {t('membership.nothingSoldText')}
      </EmptyState>
    );
  return <Form {...{ config, detail, buying }} />;
}

type FormProps = { config: VipConfig; detail: VipDetail; buying: ReturnType<typeof usePaying<typeof buyLevel>> };
function Form({ config, detail, buying }: FormProps) {
  const t = useT();
  const { plain, own, when } = useFigures();
  const offline = useOfflineSince() > 0;
  const sold = config.levels.filter((level) => isSold(level, detail, config));
  const [wanted, setWanted] = useState<number>();
  const [product, setProduct] = useState<Product>('spot');
  const [wallet, setWallet] = useState<PayingWallet>(1);
  const [asking, setAsking] = useState(false);
  const { asset, version } = config;
  const available = useAvailable(wallet, asset);
  const chosen = sold.find(({ level }) => level === wanted) ?? sold[0];
  if (!chosen) return null;
  const { state } = buying;
  const price = chosen.price ?? '0';
  const { bought } = detail;
  const again = bought?.level === chosen.level;
  const worth = bought && !again ? (decimalCompare(bought.credit, price) > 0 ? price : bought.credit) : '0';
  const due = decimalSubtract(price, worth);
  const poor = available !== undefined && decimalCompare(available, due) < 0;
  const level = levelName(t, chosen.level);
  const until = when((again && bought ? bought.until : serverNow()) + termMs);
  const touch = () => {
    if (state.step === 'refused' || state.step === 'offline') buying.forget();
  };
  return (
    <section className={styles.own} aria-label={t('membership.upgradeTitle')}>
      <div className={styles.form}>
        <Choice
          label={t('membership.choose')}
          options={sold.map((one) => ({ value: String(one.level), label: levelName(t, one.level) }))}
          value={String(chosen.level)}
          onChange={(value) => {
            touch();
            setWanted(Number(value));
          }}
        />
        <ProductChoice {...{ config, product }} onProduct={setProduct} />
        <Verdict level={chosen} {...{ config, detail, product }} />
        <Wallets
          {...{ wallet, asset }}
          onChange={(next) => {
            touch();
            setWallet(next);
          }}
        />
        <Facts
          facts={[
            { key: 'price', name: t('membership.term'), value: <bdi>{`${plain(price)} ${asset}`}</bdi> },
            ...(bought && !again
              ? [
                  {
                    key: 'credit',
                    name: t('membership.credit', { level: levelName(t, bought.level) }),
                    value: <bdi>{`−${own(worth)} ${asset}`}</bdi>,
                    why: t('membership.creditWhy'),
                  },
                ]
              : []),
            { key: 'due', name: t('membership.toPay'), strong: true, value: <bdi>{`${plain(due)} ${asset}`}</bdi> },
          ]}
        />
        <p className={styles.text}>
          {again ? t('membership.extends', { level, time: until }) : t('membership.startsNow', { time: until })}
        </p>
        <div role="status">
          {offline || state.step === 'offline' ? (
            <Note offline>{t('membership.offline')}</Note>
          ) : state.step === 'refused' ? (
            <Note bad>{state.message}</Note>
          ) : (
            poor && <Note>{t('membership.tooLittle', { available: own(available), asset, needed: plain(due) })}</Note>
          )}
        </div>
        <Button size="large" wide busy={buying.busy} disabled={offline || poor || available === undefined} onClick={() => setAsking(true)}>
          {t('membership.buyFor', { amount: plain(due), asset })}
        </Button>
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('membership.confirmTitle', { level, amount: plain(due), asset })}
        confirm={t('membership.buyFor', { amount: plain(due), asset })}
        cancel={t('common.cancel')}
        onConfirm={() => {
          setAsking(false);
          buying.send({ wallet, level: chosen.level, version });
        }}
      >
        {t('membership.confirmText')}
      </Confirm>
    </section>
  );
}
