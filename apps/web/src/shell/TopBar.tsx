import { Amount, Wordmark } from '@bourse/ui/Amount.tsx';
import { buttonClass, IconButton } from '@bourse/ui/Button.tsx';
import { IconSearch, IconSettings } from '@bourse/ui/icons.tsx';
import { Avatar, Kbd } from '@bourse/ui/Small.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { lastValue, useBrand, useMember, useMenuVisible, useMoney, useOverview, useSignedIn } from '../data/index.ts';
import { ChatButton } from '../features/chat/ChatButton.tsx';
import { Bell } from '../features/messages/Bell.tsx';
import { useT } from '../i18n/index.ts';
import { DemoChip } from './labels.tsx';
import { type TabName, tabs } from './nav.tsx';
import { openPalette } from './palette-state.ts';
import styles from './Shell.module.css';

export const shortcut = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

/** The top bar of a wide screen: navigation, search, the account's total. */
export default function TopBar({ tab }: { tab: TabName | undefined }) {
  const t = useT();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const visible = useMenuVisible();
  const brand = useBrand();
  return (
    <header className={styles.top}>
      <Link to="/home">
        <Wordmark {...brand} />
        <span className="visually-hidden">, {t('shell.home')}</span>
      </Link>
      <nav className={styles.links} aria-label={t('shell.mainNavigation')}>
        {tabs
          .filter(({ to }) => visible(to))
          .map(({ name, to, label }) => (
            <Link key={name} to={to} className={styles.link} data-on={tab === name} aria-current={tab === name ? 'page' : undefined}>
              {t(name === 'market' ? 'shell.markets' : label)}
            </Link>
          ))}
      </nav>
      <button type="button" className={styles.jump} onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={15} aria-hidden />
        <span>{t('shell.jump')}</span>
        <Kbd>{shortcut}</Kbd>
      </button>
      <div className={styles.end}>
        <DemoChip />
        <ChatButton />
        {signedIn ? (
          <Signed />
        ) : (
          <>
            <IconButton label={t('settings.title')} small onClick={() => void navigate({ to: '/mine/settings' })}>
              <IconSettings size={18} />
            </IconButton>
            <Link to="/login" className={buttonClass({ kind: 'outline', size: 'small' })}>
              {t('common.signIn')}
            </Link>
            <Link to="/register" className={buttonClass({ size: 'small' })}>
              {t('common.register')}
            </Link>
          </>
        )}
      </div>
    </header>
  );
}

function Signed() {
  const t = useT();
  const money = useMoney();
  const worth = lastValue(useOverview())?.overview;
  const member = lastValue(useMember());
  return (
    <>
      {worth && (
        <Link to="/funds" className={styles.total}>
          {t('shell.totalValue')}{' '}
          <b>
            <Amount value={money.holding(worth.total)} decimals={money.decimals} currency={money} fraction="plain" />
          </b>
        </Link>
      )}
      <Bell />
      <Link to="/mine" className={styles.me} aria-label={t('shell.account')}>
        <Avatar name={member?.name ?? '·'} src={member?.avatar} size={28} />
      </Link>
    </>
  );
}
