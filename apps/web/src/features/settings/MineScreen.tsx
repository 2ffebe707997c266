import { Avatar, buttonClass, Chip, IconSettings, iconButtonClass, List, RowContent, rowClass, rowItemClass } from '@bourse/ui';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment } from 'react';
import { lastValue, useMember, useMenuVisible, useSignedIn } from '../../data/index.ts';
import { type PlainKey, useT } from '../../i18n/index.ts';
import { DemoButton } from '../account/parts/DemoButton.tsx';
import { Bell } from '../messages/Bell.tsx';
import styles from './Page.module.css';
import { Page } from './Page.tsx';
import { SignOut } from './SignOut.tsx';

interface Group {
  head: PlainKey;
  /** Only for somebody who is signed in. */
  own: boolean;
  links: readonly { to: LinkProps['to'] & string; label: PlainKey; own?: true }[];
}
const groups: readonly Group[] = [
  {
    ...{ head: 'settings.details', own: true },
    links: [
      { to: '/mine/changeUserInfo', label: 'settings.editProfile' },
      { to: '/mine/changeUserInformation', label: 'settings.editContact' },
      { to: '/mine/verified', label: 'identity.title' },
      { to: '/mine/bank', label: 'moneyOut.book' },
    ],
  },
  {
    ...{ head: 'settings.told', own: true },
    links: [
      { to: '/message', label: 'messages.title' },
      { to: '/mine/notifications', label: 'notifications.title' },
      { to: '/alerts', label: 'alerts.title' },
    ],
  },
  {
    ...{ head: 'settings.security', own: true },
    links: [
      { to: '/mine/security', label: 'security.title' },
      { to: '/mine/changePassword', label: 'settings.changePassword' },
      { to: '/mine/changePayPassword', label: 'security.payPassword' },
      { to: '/mine/devices', label: 'devices.title' },
      { to: '/mine/protection', label: 'protection.title' },
      { to: '/invite', label: 'referral.title' },
      { to: '/mine/vip', label: 'membership.mineTitle' },
      { to: '/vip', label: 'membership.title' },
      { to: '/plus', label: 'membership.plusTitle' },
    ],
  },
  {
    ...{ head: 'settings.checks', own: true },
    links: [
      { to: '/mine/evidence', label: 'evidence.mineTitle' },
      { to: '/proof', label: 'proof.title' },
    ],
  },
  {
    ...{ head: 'settings.help', own: false },
    links: [
      { to: '/service_list', label: 'chat.title' },
      { to: '/mine/help_center', label: 'texts.helpTitle' },
      { to: '/college_list', label: 'texts.college' },
      { to: '/mine/helpFeedback', label: 'feedback.title', own: true },
    ],
  },
  {
    ...{ head: 'settings.here', own: false },
    links: [
      { to: '/mine/settings', label: 'settings.title' },
      { to: '/exchange_rate', label: 'settings.currency' },
      { to: '/mine/userLanguage', label: 'settings.language' },
      { to: '/public/socketDebug', label: 'settings.connection' },
    ],
  },
];

/** The customer's profile and links to everything they can change about it. */
export function MineScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const visible = useMenuVisible();
  const shown = groups
    .map((group) => ({ ...group, links: group.links.filter(({ to, own }) => (signedIn || !(own || group.own)) && visible(to)) }))
    .filter(({ links }) => links.length > 0);
  return (
    <Page
      title={t('settings.mine')}
      fallback="/home"
      body={
        <>
          {signedIn ? <Person /> : <Invitation />}
          {shown.map(({ head, links }) => (
            <Fragment key={head}>
              <h2 className={styles.head}>{t(head)}</h2>
              <List label={t(head)}>
                {links.map(({ to, label }) => (
                  <li key={to} className={rowItemClass}>
                    <Link to={to} className={rowClass()}>
                      <RowContent title={t(label)} goes />
                    </Link>
                  </li>
                ))}
              </List>
            </Fragment>
          ))}
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
