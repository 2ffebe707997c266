import { formatAmount } from '@bourse/money';
import { Chip, EmptyState, IconFunds, List, Row, Switch, useUi } from '@bourse/ui';
import { cache, call, lastValue, useAction, useRead, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './Invite.module.css';

/** `/rebateRanking`: who got most of rebates, of those who let themselves be shown. */
export function RankingScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('referral.rankTitle')}
      fallback="/invite"
      lead={t('referral.rankText')}
      body={signedIn ? <Ranking /> : <SignInFirst title={t('referral.title')} text={t('referral.signIn')} />}
    />
  );
}

function Ranking() {
  const t = useT();
  const { locale } = useUi();
  const remote = useRead('GET pay/common-rebate/rank', {}, { needsSession: true, staleMs: 30_000, keepPrevious: true });
  const answer = lastValue(remote);
  const show = useAction(async (shown: boolean) => {
    await call('PUT pay/common-rebate/rank', { shown });
    await cache.invalidate('GET pay/common-rebate/rank');
  });
  if (!answer) return <Unread remote={remote} rows={6} height={48} />;
  return (
    <>
      <div className={styles.switch}>
        <Switch checked={answer.shown} disabled={show.busy} onChange={(shown) => void show.run(shown)}>
          {t('referral.rankShow')}
        </Switch>
      </div>
      {answer.list.length === 0 ? (
        <EmptyState icon={<IconFunds size={28} strokeWidth={1.5} aria-hidden />} title={t('referral.rankNone')}>
          {t('referral.rankNoneText')}
        </EmptyState>
      ) : (
        <List label={t('referral.rankTitle')}>
          {answer.list.map(({ place, name, worth, mine }) => (
            <Row
              key={place}
              start={<b className={styles.place}>{place}</b>}
              title={
                <>
                  <bdi>{name}</bdi> {mine && <Chip tone="ok">{t('referral.rankMine')}</Chip>}
                </>
              }
              end={<bdi>{formatAmount(worth, { locale })} USDT</bdi>}
            />
          ))}
        </List>
      )}
    </>
  );
}
