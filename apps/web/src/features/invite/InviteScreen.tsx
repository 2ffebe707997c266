import { formatAmount, trimZeros } from '@bourse/money';
import type { InviteCode } from '@bourse/protocol';
import { Button, buttonClass, Facts, hiddenAmount, List, Row, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useRead, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { copyText } from '../../shell/copy.ts';
import { Unread } from '../../shell/Unread.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { CopyLine } from '../payments/parts/CopyLine.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './Invite.module.css';
import { inviteLink, useInvitation } from './model.ts';

/** `/invite`: the customer's code and link, what both get of fees, and what has come of it. */
export function InviteScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page title={t('referral.title')} body={signedIn ? <Own /> : <SignInFirst title={t('referral.title')} text={t('referral.signIn')} />} />
  );
}

function Own() {
  const { remote, demo } = useInvitation();
  const code = lastValue(remote);
  if (!code) return <Unread remote={remote} rows={4} height={64} />;
  return (
    <>
      <Card {...{ code, demo }} />
      <Totals />
      <Ways />
      <How />
    </>
  );
}

function Card({ code, demo }: { code: InviteCode; demo: boolean }) {
  const t = useT();
  const link = inviteLink(code.code, demo);
  const promise = t('referral.promise', { own: code.ownPart, friend: code.friendPart });
  const share = async () => {
    try {
      await navigator.share({ title: t('referral.title'), url: link });
    } catch {
      // Closed without sharing.
    }
  };
  return (
    <section className={styles.card} aria-label={t('referral.code')}>
      <p className={styles.promise}>{promise}</p>
      <CopyLine large label={t('referral.code')} value={code.code} />
      <CopyLine label={t('referral.link')} value={link} />
      <div className={styles.pair}>
        {'share' in navigator ? (
          <Button wide onClick={() => void share()}>
            {t('referral.share')}
          </Button>
        ) : (
          <Button wide onClick={() => void copyText(link)}>
            {t('referral.copyLink')}
          </Button>
        )}
        <Link to="/invite/QRCode" className={buttonClass({ kind: 'outline', wide: true })}>
          {t('referral.showQr')}
        </Link>
      </div>
      {demo && <p className={styles.small}>{t('referral.demoText')}</p>}
    </section>
  );
}

function Totals() {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const reward = useRead('GET pay/common-rebate/reward', {}, { needsSession: true, staleMs: 30_000, everyMs: 60_000 });
  const friends = useRead('GET pay/common-rebate/invitees-statistics', {}, { needsSession: true, staleMs: 30_000 });
  const [got, counted] = [lastValue(reward), lastValue(friends)];
  if (!got || !counted) return <Unread remote={got ? friends : reward} rows={3} height={48} />;
  const money = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(trimZeros(value), { locale }));
  return (
    <section className={styles.card} aria-label={t('referral.totals')}>
      <h2 className={styles.head}>{t('referral.totals')}</h2>
      <Facts
        facts={[
          { name: t('referral.worth'), value: money(got.worth) },
          { name: t('referral.friends'), value: String(counted.friends) },
          { name: t('referral.friendsTrading'), value: String(counted.trading) },
          { name: t('referral.friendsRecent'), value: String(counted.recent) },
        ]}
      />
      {got.list.length === 0 ? (
        <p className={styles.small}>{t('referral.noTotals')}</p>
      ) : (
        <ul className={styles.lines}>
          {got.list.map(({ asset, total, due }) => (
            <li key={asset}>{t('referral.totalOf', { total: money(total), asset, due: money(due) })}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Ways() {
  const t = useT();
  const ways = [
    ['/invite/inviteFriends', 'referral.friendsTitle'],
    ['/rebate_detail', 'referral.detailTitle'],
    ['/rebateRanking', 'referral.rankTitle'],
    ['/invitation_settings', 'referral.settingsTitle'],
  ] as const;
  return (
    <List label={t('referral.title')}>
      {ways.map(([to, title]) => (
        <Row
          key={to}
          title={t(title)}
          goes
          as={(content, className) => (
            <Link to={to} className={className}>
              {content}
            </Link>
          )}
        />
      ))}
    </List>
  );
}

function How() {
  const t = useT();
  return (
    <section className={styles.how}>
      <h2 className={styles.head}>{t('referral.how')}</h2>
      <ol>
        <li>{t('referral.howOne')}</li>
        <li>{t('referral.howTwo')}</li>
        <li>{t('referral.howThree')}</li>
      </ol>
      <p>{t('referral.howLess')}</p>
    </section>
  );
}
