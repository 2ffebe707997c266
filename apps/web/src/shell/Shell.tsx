import { type UiLabels, UiProvider } from '@bourse/ui/context.tsx';
import { cx } from '@bourse/ui/cx.ts';
import { OfflineBar } from '@bourse/ui/Small.tsx';
import { Link, Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { on, useMenuVisible, useOfflineSince, usePreference, useTimeZone } from '../data/index.ts';
import { formatTime } from '../i18n/format.ts';
import { allWords, formatLocale, tMaybe, useLanguage, useT } from '../i18n/index.ts';
import { tabs } from './nav.tsx';
import { openPalette, usePaletteOpen } from './palette-state.ts';
import styles from './Shell.module.css';
import { useWide } from './use-wide.ts';

const Palette = lazy(() => Promise.all([import('../features/palette/Palette.tsx'), allWords()]).then(([module]) => module));
const Extras = lazy(() => Promise.all([import('./Extras.tsx'), allWords()]).then(([module]) => module));
const loadTopBar = () => import('./TopBar.tsx');
const TopBar = lazy(loadTopBar);
const PullToRefresh = lazy(() => import('./PullToRefresh.tsx'));

/** Only a wide screen has the top bar: it needs the chunk for its first screen, a phone never does. */
const wideFrom = 640;
if (matchMedia(`(min-width: ${wideFrom}px)`).matches) void loadTopBar();

/** Everything around a screen. */
export function Shell() {
  const t = useT();
  const language = useLanguage();
  const amountsHidden = usePreference('amountsHidden');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words follow the language
  const labels = useMemo<UiLabels>(
    () => ({
      close: t('common.close'),
      clear: t('common.clear'),
      showPassword: t('common.showPassword'),
      hidePassword: t('common.hidePassword'),
      increase: t('common.increase'),
      decrease: t('common.decrease'),
      loading: t('common.loading'),
      columns: t('common.columns'),
      exportCsv: t('common.exportCsv'),
      sort: t('common.sortBy', { column: '{column}' }),
      up: t('common.up'),
      down: t('common.down'),
      hiddenAmount: t('common.hiddenAmount'),
      retry: t('common.retry'),
      search: t('common.search'),
      noMatches: t('common.noMatches'),
      showAll: t('common.showAll'),
      amountProblem: (problem, help) => tMaybe(`amounts.${problem}`, help) ?? '',
    }),
    [language],
  );
  const deepest = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const chrome = deepest?.chrome ?? 'back';
  const tab = deepest?.tab;
  const wide = useWide(wideFrom);
  return (
    <UiProvider locale={formatLocale(language)} amountsHidden={amountsHidden} labels={labels}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <div className={styles.app}>
        <Offline />
        {chrome === 'bare' ? (
          <Outlet />
        ) : (
          <>
            {wide && (
              <Suspense fallback={<div className={styles.top} />}>
                <TopBar tab={tab} />
              </Suspense>
            )}
            <main id="content" tabIndex={-1} className={cx(styles.main, chrome === 'tabs' && styles.withTabs)}>
              <div className={cx(styles.page, deepest?.wide && styles.wide)}>
                <Outlet />
              </div>
            </main>
            {chrome === 'tabs' && <Tabs on={tab} />}
          </>
        )}
      </div>
      <Ways />
    </UiProvider>
  );
}

function Tabs({ on: chosen }: { on: string | undefined }) {
  const t = useT();
  const visible = useMenuVisible();
  return (
    <nav className={styles.tabs} aria-label={t('shell.mainNavigation')}>
      {tabs
        .filter(({ to }) => visible(to))
        .map(({ name, to, label, Icon }) => (
          <Link key={name} to={to} className={styles.tab} data-on={chosen === name} aria-current={chosen === name ? 'page' : undefined}>
            <Icon size={24} strokeWidth={1.75} />
            {t(label)}
          </Link>
        ))}
    </nav>
  );
}

function Offline() {
  const since = useOfflineSince();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', since !== 0);
  }, [since]);
  return since === 0 ? null : <OfflineNote since={since} />;
}

/** Apart, because the device's time zone is dear to ask for: a first page that is online must not wait for it. */
function OfflineNote({ since }: { since: number }) {
  const t = useT();
  const timeZone = useTimeZone();
  const key = navigator.onLine ? 'shell.reconnecting' : 'shell.offline';
  return (
    <div className={styles.notice}>
      <OfflineBar>{t(key, { time: formatTime(since, 'seconds', timeZone) })}</OfflineBar>
    </div>
  );
}

/** Things that come when they are needed: the palette, toasts, dialogs of the session. */
function Ways() {
  const navigate = useNavigate();
  const paletteOpen = usePaletteOpen();
  const [extras, setExtras] = useState(false);
  useEffect(() => on('go', ({ to, replace }) => void navigate({ href: to, replace })), [navigate]);
  useEffect(() => {
    const wait = setTimeout(() => setExtras(true), 0);
    const keys = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest?.('input, textarea, select, [contenteditable]');
      if ((event.key === 'k' && (event.metaKey || event.ctrlKey)) || (event.key === '/' && !typing)) {
        event.preventDefault();
        openPalette();
      }
    };
    // Pictures are not dragged and have no menu of their own (product specification, section 2).
    const menu = (event: Event) => {
      if ((event.target as HTMLElement).tagName === 'IMG') event.preventDefault();
    };
    document.addEventListener('keydown', keys);
    document.addEventListener('contextmenu', menu);
    document.addEventListener('dragstart', menu);
    return () => {
      clearTimeout(wait);
      document.removeEventListener('keydown', keys);
      document.removeEventListener('contextmenu', menu);
      document.removeEventListener('dragstart', menu);
    };
  }, []);
  return (
    <Suspense>
      {extras && <Extras />}
      {extras && navigator.maxTouchPoints > 0 && <PullToRefresh />}
      {paletteOpen && <Palette />}
    </Suspense>
  );
}
