import { formatAmount, formatUnits } from '@bourse/money';
import { Amount, Button, Chip, EmptyState, Facts, IconShield, List, RowContent, rowClass, rowItemClass, useUi } from '@bourse/ui';
import type { CheckedOwed, OwedVerdict } from '@bourse/verifier';
import { useState } from 'react';
import { type CallOutput, cache, call, lastValue, useAction, useMember, useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './ProofScreen.module.css';

type Answer = CallOutput<'GET pay/proof/latest'>;
type Latest = NonNullable<Answer['latest']>;
type Mine = CallOutput<'GET pay/proof/mine'>;
interface Checked extends CheckedOwed {
  latest: Latest;
  leaves: Mine['leaves'];
}
const how = ['proof.how1', 'proof.how2', 'proof.how3', 'proof.how4'] as const;

/** `/proof`: what the exchange owes in all, and a check that it counts the reader's own money. */
export function ProofScreen() {
  const t = useT();
  const remote = useRead('GET pay/proof/latest', {}, { staleMs: 10_000, everyMs: 60_000 });
  const answer = lastValue(remote);
  return (
    <Page
      title={t('proof.title')}
      lead={t('proof.lead')}
      body={
        <>
          {!answer && <Unread remote={remote} rows={6} />}
          {answer && <Body answer={answer} />}
          <section className={styles.how} aria-label={t('proof.how')}>
            <h2>{t('proof.how')}</h2>
            <ol>
              {how.map((sentence) => (
                <li key={sentence}>{t(sentence)}</li>
              ))}
            </ol>
          </section>
        </>
      }
    />
  );
}

function Body({ answer: { latest, everyS } }: { answer: Answer }) {
  const t = useT();
  const signedIn = useSignedIn();
  const member = lastValue(useMember());
  if (!latest)
    return (
      <EmptyState icon={<IconShield size={28} strokeWidth={1.5} aria-hidden />} title={t('proof.notYet')}>
        {t('proof.notYetText', { minutes: Math.max(1, Math.round(everyS / 60)) })}
      </EmptyState>
    );
  return (
    <>
      {!signedIn ? (
        <SignInFirst title={t('proof.signIn')} text={t('proof.signInText')} />
      ) : member?.venue === 'demo' ? (
        <p className={styles.note}>{t('proof.demo')}</p>
      ) : (
        member && <Own latest={latest} account={member.account} />
      )}
      <Published latest={latest} everyS={everyS} />
    </>
  );
}

/** Reads one's own leaves and checks everything here. What was published meanwhile is read anew first. */
async function check(account: number): Promise<Checked> {
  const { latest } = await call('GET pay/proof/latest', {}, { noMsg: true });
  if (!latest) throw new Error('nothing is published');
  const [mine, { openKeeper }, { checkOwed, keysOf }] = await Promise.all([
    call('GET pay/proof/mine', { seq: latest.seq }, { noMsg: true }),
    import('../evidence/keeper.ts'),
    import('@bourse/verifier'),
  ]);
  const keeper = await openKeeper();
  if ((await keeper.read()).keys.length === 0) await keeper.check();
  const keys = keysOf((await keeper.read()).keys.map(({ key }) => key));
  return { ...checkOwed(latest, mine, account, keys), latest, leaves: mine.leaves };
}

function Own({ latest, account }: { latest: Latest; account: number }) {
  const t = useT();
  const [result, setResult] = useState<Checked>();
  const run = useAction(async (of: number) => {
    setResult(undefined);
    setResult(await check(of));
    void cache.invalidate('GET pay/proof/latest');
  });
  const old = result !== undefined && result.latest.seq !== latest.seq;
  return (
    <section className={styles.own}>
      {result && !old && <Result checked={result} account={account} />}
      {run.error && !run.busy && (
        <p role="alert" className={styles.bad}>
          <strong>{t('proof.resultFailed')}</strong> {run.error.message}
        </p>
      )}
      <Button wide busy={run.busy} onClick={() => void run.run(account)}>
        {t(result ? 'proof.checkAgain' : 'proof.check')}
      </Button>
    </section>
  );
}

const tones = { agrees: 'ok', waits: 'warn', differs: 'error' } as const satisfies Record<OwedVerdict, string>;

function Result({ checked: { latest, steps, verdict, leaves }, account }: { checked: Checked; account: number }) {
  const t = useT();
  const zone = useTimeZone();
  const { amountsHidden } = useUi();
  const said =
    verdict === 'differs' ? 'resultBad' : leaves.length === 0 ? 'resultNone' : verdict === 'waits' ? 'resultWaits' : 'resultGood';
  const scaleOf = (id: number) => latest.assets.find(({ assetId }) => assetId === id)?.scale ?? 0;
  return (
    <div role={verdict === 'differs' ? 'alert' : 'status'} className={verdict === 'differs' ? styles.bad : styles.good}>
      <h2>{t(`proof.${said}`)}</h2>
      <p>{t(`proof.${said}Text`)}</p>
      <ul className={styles.steps}>
        {steps.map(({ name, verdict: one }) => (
          <li key={name}>
            <Chip tone={tones[one]}>{t(`proof.${one}`)}</Chip> {t(`proof.step.${name}`, { seq: latest.anchorSeq, account })}
          </li>
        ))}
      </ul>
      {leaves.length > 0 && (
        <List label={t('proof.yours')} head={`${t('proof.yours')} · ${formatTime(latest.time, 'dateTime', zone)}`}>
          {leaves.map(({ asset, assetId, units, path }) => (
            <li key={assetId} className={rowItemClass}>
              <span className={rowClass()}>
                <RowContent
                  title={asset}
                  under={t('proof.pathSteps', { steps: path.length })}
                  end={amountsHidden ? '****' : <Amount value={formatUnits(BigInt(units), scaleOf(assetId))} />}
                />
              </span>
            </li>
          ))}
        </List>
      )}
      <p className={styles.under}>{t('proof.salts')}</p>
    </div>
  );
}

function Published({ latest, everyS }: { latest: Latest; everyS: number }) {
  const t = useT();
  const zone = useTimeZone();
  const { locale } = useUi();
  const figure = (value: string) => formatAmount(value, { locale });
  const time = (at: number) => formatTime(at, 'full', zone);
  return (
    <>
      <List label={t('proof.published')} head={t('proof.published')}>
        {latest.assets.map((one) => (
          <li key={one.assetId} className={rowItemClass}>
            <span className={rowClass({ tall: true })}>
              <RowContent
                title={one.asset}
                under={t('proof.customers', { count: one.customers })}
                end={figure(one.total)}
                endUnder={
                  one.difference === null ? (
                    t('proof.notHeld')
                  ) : Number(one.difference) === 0 ? (
                    <span className={styles.fits}>{t('proof.fits')}</span>
                  ) : (
                    <span className={styles.apart}>{t('proof.apart', { amount: figure(one.difference) })}</span>
                  )
                }
              />
            </span>
          </li>
        ))}
      </List>
      <Facts
        dense
        facts={[
          {
            name: t('proof.asOf', { time: time(latest.time) }),
            value: t('proof.publishedEvery', { hours: Math.floor(everyS / 3600), minutes: Math.round(everyS / 60) }),
          },
          ...(latest.custodyAt === null ? [] : [{ name: t('proof.held'), value: t('proof.heldAt', { time: time(latest.custodyAt) }) }]),
          {
            name: t('proof.digest'),
            value: (
              <code className={styles.digits} dir="ltr">
                {latest.digest}
              </code>
            ),
          },
        ]}
      />
    </>
  );
}
