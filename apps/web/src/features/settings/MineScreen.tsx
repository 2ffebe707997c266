import { Avatar, buttonClass, Chip, IconSettings, iconButtonClass, List, RowContent, rowClass, rowItemClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useMember, useMenuVisible, useSignedIn } from '../../data/index.ts';
import { type PlainKey, useT } from '../../i18n/index.ts';
import { DemoButton } from '../account/parts/DemoButton.tsx';
import { Bell } from '../messages/Bell.tsx';
import styles from './Page.module.css';
import { Page } from './Page.tsx';
import { SignOut } from './SignOut.tsx';

const account = [
  { to: '/message', label: 'messages.title' },
  { to: '/mine/changeUserInfo', label: 'settings.editProfile' },
  { to: '/mine/changeUserInformation', label: 'settings.editContact' },
  { to: '/mine/verified', label: 'identity.title' },
  { to: '/mine/changePassword', label: 'settings.changePassword' },
  { to: '/mine/security', label: 'security.title' },
  { to: '/mine/changePayPassword', label: 'security.payPassword' },
  { to: '/mine/bank', label: 'moneyOut.book' },
  { to: '/mine/devices', label: 'devices.title' },
  { to: '/mine/notifications', label: 'notifications.title' },
  { to: '/alerts', label: 'alerts.title' },
  { to: '/mine/protection', label: 'protection.title' },
  { to: '/mine/evidence', label: 'evidence.mineTitle' },
  { to: '/proof', label: 'proof.title' },
  { to: '/mine/helpFeedback', label: 'feedback.title' },
] as const satisfies readonly { to: string; label: PlainKey }[];
const device = [
  { to: '/service_list', label: 'chat.title' },
  { to: '/mine/settings', label: 'settings.title' },
  { to: '/exchange_rate', label: 'settings.currency' },
  { to: '/mine/userLanguage', label: 'settings.language' },
  { to: '/public/socketDebug', label: 'settings.connection' },
  { to: '/mine/help_center', label: 'texts.helpTitle' },
  { to: '/college_list', label: 'texts.college' },
] as const satisfies readonly { to: string; label: PlainKey }[];

/** The customer's profile and links to everything they can change about it. */
export function MineScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const visible = useMenuVisible();
  const links = (entries: readonly { to: (typeof account)[number]['to'] | (typeof device)[number]['to']; label: PlainKey }[]) =>
    entries
      .filter(({ to }) => visible(to))
      .map(({ to, label }) => (
        <li key={to} className={rowItemClass}>
          <Link to={to} className={rowClass()}>
            <RowContent title={t(label)} goes />
          </Link>
        </li>
      ));
  return (
    <Page
      title={t('settings.mine')}
      fallback="/home"
      body={
        <>
          {signedIn ? <Person /> : <Invitation />}
          {signedIn && <List label={t('settings.security')}>{links(account)}</List>}
          <List label={t('settings.title')}>{links(device)}</List>
          {signedIn && <SignOut />}
        </>
      }
    >
      {signedIn && <Bell size={22} />}
      <Link to="/mine/settings" className={iconButtonClass()} aria-label={t('settings.title')}>
        <IconSettings size={22} />
      </Link>
    </Page>
  );
}

function Person() {
  const t = useT();
  const member = lastValue(useMember());
  const demo = member?.venue === 'demo';
  return (
    <section className={styles.person} aria-label={t('settings.profile')}>
      <Avatar name={member?.name ?? '·'} src={member?.avatar} size={56} />
      <div className={styles.personText}>
        <p className={styles.name}>{member?.name ?? ' '}</p>
        <p className={styles.under}>
          {member && <span>{t('settings.accountNumber', { number: String(member.account) })}</span>}
          {demo && <Chip tone="warn">{t('common.demo')}</Chip>}
          {member && !demo && <Identity status={member.realnameStatus} />}
          {member?.restricted && <Chip tone="error">{t('settings.restricted')}</Chip>}
        </p>
      </div>
    </section>
  );
}

function Identity({ status }: { status: 0 | 1 | 2 }) {
  const t = useT();
  if (status === 2) return <Chip tone="ok">{t('settings.verified')}</Chip>;
  return <Chip tone={status === 1 ? 'warn' : 'plain'}>{t(status === 1 ? 'settings.underReview' : 'settings.unverified')}</Chip>;
}

function Invitation() {
  const t = useT();
  return (
    <section className={styles.invite}>
      <h2>{t('settings.notSignedIn')}</h2>
      <p>{t('settings.notSignedInText')}</p>
      <div className={styles.pair}>
        <Link to="/login" className={buttonClass({ wide: true })}>
          {t('common.signIn')}
        </Link>
        <Link to="/register" className={buttonClass({ kind: 'outline', wide: true })}>
          {t('common.register')}
        </Link>
      </div>
      <DemoButton kind="quiet" />
    </section>
  );
}
