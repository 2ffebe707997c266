import { Button, englishLabels, type UiLabels, UiProvider } from '@bourse/ui';
import { Toaster } from '@bourse/ui/toaster.ts';
import { type ComponentType, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import styles from './Console.module.css';
import { ask, type Me, session } from './data/api.ts';
import { useKeys } from './data/use-keys.ts';
import { go, hrefOf, usePlace } from './routes.ts';
import { AuditScreen } from './screens/AuditScreen.tsx';
import { BroadcastsScreen } from './screens/BroadcastsScreen.tsx';
import { ChangesScreen } from './screens/ChangesScreen.tsx';
import { ContentScreen } from './screens/ContentScreen.tsx';
import { CustomersScreen } from './screens/CustomersScreen.tsx';
import { ServiceScreen } from './screens/chat/ServiceScreen.tsx';
import { InboxScreen } from './screens/InboxScreen.tsx';
import { LedgerScreen } from './screens/LedgerScreen.tsx';
import { ListsScreen } from './screens/ListsScreen.tsx';
import { DepositsScreen, HouseScreen, PayoutsScreen } from './screens/MoneyScreens.tsx';
import { OperatorsScreen } from './screens/OperatorsScreen.tsx';
import { OutsideScreen } from './screens/OutsideScreen.tsx';
import { OverviewScreen } from './screens/OverviewScreen.tsx';
import { ProposeScreen } from './screens/ProposeScreen.tsx';
import { ReconcileScreen } from './screens/ReconcileScreen.tsx';
import { RulesScreen } from './screens/RulesScreen.tsx';
import { SearchScreen } from './screens/SearchScreen.tsx';
import { SettingsScreen } from './screens/SettingsScreen.tsx';
import { SignInScreen } from './screens/SignInScreen.tsx';
import { StatementsScreen } from './screens/StatementsScreen.tsx';
import { SwitchesScreen } from './screens/SwitchesScreen.tsx';
import { SystemScreen } from './screens/SystemScreen.tsx';
import { language, named, t } from './words.ts';

type Needs = Me['permissions'][number] | undefined;
/** The screens, in the order of the menu, and what an operator needs to be offered them. The server decides. */
const screens: readonly { name: string; needs: Needs; unlisted?: true; Screen: ComponentType<{ me: Me; rest: readonly string[] }> }[] = [
  { name: 'overview', needs: undefined, Screen: OverviewScreen },
  { name: 'inbox', needs: undefined, Screen: InboxScreen },
  { name: 'service', needs: 'support', Screen: ServiceScreen },
  { name: 'customers', needs: 'see', Screen: CustomersScreen },
  { name: 'changes', needs: undefined, Screen: ChangesScreen },
  { name: 'propose', needs: undefined, unlisted: true, Screen: ProposeScreen },
  { name: 'rules', needs: undefined, Screen: RulesScreen },
  { name: 'deposits', needs: 'money', Screen: DepositsScreen },
  { name: 'payouts', needs: 'money', Screen: PayoutsScreen },
  { name: 'statements', needs: 'money', Screen: StatementsScreen },
  { name: 'reconcile', needs: 'money', Screen: ReconcileScreen },
  { name: 'outside', needs: 'money', Screen: OutsideScreen },
  { name: 'house', needs: 'house', Screen: HouseScreen },
  { name: 'ledger', needs: 'money', Screen: LedgerScreen },
  { name: 'switches', needs: 'rules', Screen: SwitchesScreen },
  { name: 'lists', needs: 'compliance', Screen: ListsScreen },
  { name: 'settings', needs: 'content', Screen: SettingsScreen },
  { name: 'content', needs: 'content', Screen: ContentScreen },
  { name: 'broadcasts', needs: 'content', Screen: BroadcastsScreen },
  { name: 'operators', needs: 'people', Screen: OperatorsScreen },
  { name: 'audit', needs: undefined, Screen: AuditScreen },
  { name: 'system', needs: undefined, Screen: SystemScreen },
  { name: 'search', needs: undefined, unlisted: true, Screen: SearchScreen },
];

function useMe(): Me | undefined {
  return useSyncExternalStore(session.subscribe, () => session.me);
}

function switchTheme(): void {
  const page = document.documentElement;
  const dark = page.dataset['theme'] ? page.dataset['theme'] === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  page.dataset['theme'] = dark ? 'light' : 'dark';
  localStorage.setItem('console.theme', page.dataset['theme']);
}

/** Finds anything by its number; `/` leads here. */
function FindNumber() {
  const [number, setNumber] = useState('');
  const box = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => box.current?.focus() });
  return (
    <search className={styles.find}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (/^\d{1,15}$/.test(number)) go('search', number);
        }}
      >
        <input
          ref={box}
          type="search"
          inputMode="numeric"
          className={styles.findBox}
          aria-label={t('console.searchNumber')}
          placeholder={t('console.searchNumber')}
          maxLength={15}
          value={number}
          onChange={({ target }) => setNumber(target.value.trim())}
        />
      </form>
    </search>
  );
}

function Frame({ me }: { me: Me }) {
  const { screen, rest } = usePlace();
  const open = screens.filter(({ needs }) => needs === undefined || me.permissions.includes(needs));
  const shown = open.find(({ name }) => name === screen) ?? open[0]!;
  useEffect(() => {
    document.title = `${named('nav', shown.name)} · ${t('console.title')}`;
  }, [shown.name]);
  const leave = () => void ask('POST auth/logout', {}).finally(() => session.end());
  return (
    <div className={styles.frame}>
      <nav className={styles.side} aria-label={t('console.title')}>
        <div className={styles.brand}>{t('console.title')}</div>
        <FindNumber />
        {open.flatMap(({ name, unlisted }) =>
          unlisted ? (
            []
          ) : (
            <a key={name} className={styles.link} href={hrefOf(name)} aria-current={name === shown.name ? 'page' : undefined}>
              {named('nav', name)}
            </a>
          ),
        )}
        <div className={styles.who}>
          {t('console.signedInAs', { name: me.name, roles: me.roles.map((role) => named('role', role)).join(', ') })}
          <div className={styles.actions}>
            <Button kind="quiet" size="small" onClick={switchTheme}>
              {t('console.theme')}
            </Button>
            <Button kind="quiet" size="small" onClick={leave}>
              {t('console.signOut')}
            </Button>
          </div>
        </div>
      </nav>
      <main className={styles.main}>
        <shown.Screen key={shown.name} me={me} rest={shown.name === screen ? rest : []} />
      </main>
    </div>
  );
}

export function App() {
  const me = useMe();
  const [known, setKnown] = useState(session.token === null || session.me !== undefined);
  useEffect(() => {
    if (known) return;
    // A reload of the tab goes on with its session.
    ask('GET auth/me', {})
      .then(
        (found) => session.set(found),
        () => session.end(),
      )
      .finally(() => setKnown(true));
  }, [known]);
  const labels = useMemo<UiLabels>(
    () => ({
      ...englishLabels,
      loading: t('console.loading'),
      retry: t('console.retry'),
      search: t('console.search'),
      close: t('console.cancel'),
    }),
    [],
  );
  return (
    <UiProvider locale={language()} amountsHidden={false} labels={labels}>
      {me ? <Frame me={me} /> : known && <SignInScreen />}
      <Toaster label={t('console.title')} />
    </UiProvider>
  );
}
