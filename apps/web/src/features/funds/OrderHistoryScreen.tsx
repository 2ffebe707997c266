import { EmptyState, IconDocument } from '@bourse/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { lastValue, pageSize, serverNow, useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { Unread } from '../../shell/Unread.tsx';
import { type Filters, periodStart, readFilters } from './model/statement.ts';
import styles from './OrderHistoryScreen.module.css';
import { ExportButton } from './parts/ExportButton.tsx';
import { HeadDemo } from './parts/HeadDemo.tsx';
import { Pager } from './parts/Pager.tsx';
import { SignInFirst } from './parts/SignInFirst.tsx';
import { StatementFilters } from './parts/StatementFilters.tsx';
import { StatementList } from './parts/StatementList.tsx';
import { StatementTable } from './parts/StatementTable.tsx';

/** The statement: every change of a balance, the reason, and the balance after it. */
export function OrderHistoryScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <div className={styles.page}>
      {signedIn ? (
        <Statement />
      ) : (
        <>
          <ScreenHead title={t('funds.statement')} fallback="/funds" />
          <SignInFirst />
        </>
      )}
    </div>
  );
}

function Statement() {
  const t = useT();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const filters = readFilters(search);
  const page = filters.page ?? 1;
  const period = filters.period ?? 'all';
  // Compute the start once per choice: one that moved with the clock would ask a new question on every render.
  const from = useMemo(() => periodStart(period, serverNow()), [period]);
  const { wallet, asset, type } = filters;
  const query = {
    ...(wallet ? { wallet } : {}),
    ...(asset ? { asset } : {}),
    ...(type && type !== 3 ? { type } : {}),
    ...(from === undefined ? {} : { from }),
  };
  const remote = useRead(
    'GET pay/funds-flow/page',
    { pageNo: page, pageSize, ...query },
    { needsSession: true, keepPrevious: true, staleMs: 5_000 },
  );
  const value = lastValue(remote);
  const change = (next: Filters) => {
    const { page: wanted, ...rest } = { ...filters, page: undefined, ...next };
    const query = Object.fromEntries(
      Object.entries({ ...rest, ...(wanted && wanted > 1 ? { page: wanted } : {}) })
        .filter(([, entry]) => entry !== undefined)
        .map(([key, entry]) => [key, String(entry)]),
    );
    void navigate({ to: '/funds/order_history', search: query, replace: true, resetScroll: true });
  };
  const filtered = wallet !== undefined || asset !== undefined || (type !== undefined && type !== 3) || period !== 'all';
  return (
    <>
      <ScreenHead title={t('funds.statement')} fallback="/funds">
        <HeadDemo />
        <ExportButton table="statement" query={query} nothing={(value?.list.length ?? 0) === 0} />
      </ScreenHead>
      <StatementFilters filters={filters} onChange={change} />
      {!value ? (
        <Unread remote={remote} rows={8} height={60} />
      ) : value.list.length === 0 ? (
        <EmptyState
          icon={<IconDocument size={28} strokeWidth={1.5} aria-hidden />}
          title={filtered ? t('funds.noLinesHere') : t('own.noActivity')}
        >
          {filtered ? t('funds.noLinesHereText') : t('own.noActivityText')}
        </EmptyState>
      ) : (
        <div aria-busy={remote.state === 'ready' && remote.refreshing}>
          <div className={styles.phone}>
            <StatementList lines={value.list} timeZone={timeZone} />
          </div>
          <div className={styles.desk}>
            <StatementTable lines={value.list} timeZone={timeZone} />
          </div>
          <Pager page={page} size={value.pageSize} total={value.total} onChange={(wanted) => change({ page: wanted })} />
        </div>
      )}
    </>
  );
}
