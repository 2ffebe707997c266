import type { Channel } from '@bourse/protocol';
import { RechargeChannel } from '@bourse/protocol/enums';
import { buttonClass, EmptyState, IconDeposit, IconWithdraw, List, Select, Tabs } from '@bourse/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lastValue, pageSize } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { Pager } from '../../funds/parts/Pager.tsx';
import { useFollowNotices } from '../model/follow.ts';
import { useOwnRead } from '../model/own-read.ts';
import { wayName } from '../model/way-name.ts';
import { Columns } from '../parts/Columns.tsx';
import { RealAccount } from '../parts/Gate.tsx';
import { Stale } from '../parts/Stale.tsx';
import { PayoutRow } from '../withdraw/PayoutRow.tsx';
import { DepositDetailView } from './DepositDetail.tsx';
import { DepositRow } from './DepositRow.tsx';
import styles from './deposit.module.css';

type Search = { id?: string; view?: string; status?: string; asset?: string; channel?: string; page?: string };
const statuses = ['0', '2', '1', '-1', '-2'] as const;
const lookEveryMs = 10_000;

/** The customer's own deposits and payouts, each with where it is. */
export function TopUpOrderScreen() {
  return <Orders title="moneyIn.ordersTitle" at="/funds/top_up_order" />;
}

/** The orders at desks that take a currency and credit an asset. */
export function C2cListScreen() {
  return <Orders title="moneyIn.c2cTitle" at="/c2c/list" only={RechargeChannel.c2cService} />;
}

type Props = { title: 'moneyIn.ordersTitle' | 'moneyIn.c2cTitle'; at: '/funds/top_up_order' | '/c2c/list'; only?: Channel['channel'] };

function Orders({ title, at, only }: Props) {
  const t = useT();
  const { id, ...search } = useSearch({ strict: false }) as Search;
  return (
    <Columns title={t(id === undefined ? title : 'moneyIn.orderTitle')}>
      <RealAccount>{id === undefined ? <Own search={search} at={at} only={only} /> : <DepositDetailView id={id} />}</RealAccount>
    </Columns>
  );
}

function Own({ search, at, only }: Pick<Props, 'at'> & { search: Search; only: Channel['channel'] | undefined }) {
  const t = useT();
  const navigate = useNavigate();
  const out = search.view === 'out' && only === undefined;
  const change = (next: Search) => {
    const { page, ...rest } = { ...search, page: undefined, ...next };
    const query = Object.fromEntries(Object.entries({ ...rest, ...(page && page !== '1' ? { page } : {}) }).filter(([, text]) => text));
    void navigate({ to: at, search: query, replace: true, resetScroll: true });
  };
  const channels = lastValue(useOwnRead('GET pay/recharge-channel/list', {}))?.filter(
    (channel) => only === undefined || channel.channel === only,
  );
  const assets = [...new Set(channels?.map(({ asset }) => asset))];
  return (
    <>
      <div className={styles.filters}>
        {only === undefined && (
          <Tabs
            label={t('moneyIn.direction')}
            value={out ? 'out' : 'in'}
            onChange={(view) => change({ view: view === 'out' ? 'out' : '', channel: '' })}
            options={[
              { value: 'in', label: t('moneyIn.in') },
              { value: 'out', label: t('moneyIn.out') },
            ]}
          />
        )}
        <div className={styles.selects}>
          <Select
            small
            label={t('moneyIn.status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={[
              { value: '', label: t('moneyIn.allStatuses') },
              ...statuses.map((value) => ({ value, label: t(`journey.status_${value}`) })),
            ]}
          />
          <Select
            small
            label={t('journey.asset')}
            value={search.asset ?? ''}
            onChange={(asset) => change({ asset })}
            options={[{ value: '', label: t('moneyIn.allAssets') }, ...assets.map((code) => ({ value: code, label: code }))]}
          />
          {!out && channels && channels.length > 1 && (
            <Select
              small
              label={t('moneyIn.way')}
              value={search.channel ?? (only === undefined ? '' : String(channels[0]?.id))}
              onChange={(channel) => change({ channel })}
              options={[
                ...(only === undefined ? [{ value: '', label: t('moneyIn.allWays') }] : []),
                ...channels.map((channel) => ({ value: String(channel.id), label: `${channel.asset} · ${wayName(t, channel)}` })),
              ]}
            />
          )}
        </div>
      </div>
      {out ? (
        <Payouts search={search} onPage={(page) => change({ page })} />
      ) : (
        <Deposits search={search} channels={channels} only={only} onPage={(page) => change({ page })} />
      )}
    </>
  );
}

const numbered = (text: string | undefined) => (text && /^[0-9]{1,5}$/.test(text) ? Number(text) : undefined);
const statusOf = (text: string | undefined) => statuses.find((one) => one === text);
const filtersOf = ({ status, asset }: Search) => ({
  ...(statusOf(status) === undefined ? {} : { status: Number(status) as 0 }),
  ...(asset ? { asset } : {}),
});

function Deposits({
  search,
  channels,
  only,
  onPage,
}: {
  search: Search;
  channels: readonly Channel[] | undefined;
  only: Channel['channel'] | undefined;
  onPage: (page: string) => void;
}) {
  const t = useT();
  useFollowNotices('deposit.', 'GET pay/recharge/page');
  // The pages know rails, not kinds of rails: the orders of desks are those of the first desk until another is chosen.
  const channel = numbered(search.channel) ?? (only === undefined ? undefined : channels?.[0]?.id);
  const remote = useOwnRead(
    'GET pay/recharge/page',
    { pageNo: numbered(search.page) ?? 1, pageSize, ...filtersOf(search), ...(channel === undefined ? {} : { channel }) },
    { keepPrevious: true, staleMs: 2_000, everyMs: lookEveryMs, enabled: only === undefined || channels !== undefined },
  );
  const page = lastValue(remote);
  const filtered = Boolean(search.status || search.asset || search.channel);
  if (only !== undefined && channels?.length === 0) return <EmptyState title={t('moneyIn.noDesks')}>{t('moneyIn.noDesksText')}</EmptyState>;
  if (!page) return <Unread remote={remote} rows={6} height={60} />;
  if (page.list.length === 0)
    return (
      <EmptyState
        icon={<IconDeposit size={28} strokeWidth={1.5} aria-hidden />}
        title={t(filtered ? 'moneyIn.noneHere' : 'moneyIn.none')}
        action={
          filtered ? undefined : (
            <Link to={only === undefined ? '/funds/topUp' : '/c2c/buy'} className={buttonClass()}>
              {t('moneyIn.payIn')}
            </Link>
          )
        }
      >
        {t(filtered ? 'moneyIn.noneHereText' : 'moneyIn.noneText')}
      </EmptyState>
    );
  return (
    <>
      <Stale remote={remote} />
      <List label={t('moneyIn.in')} inset>
        {page.list.map((one) => (
          <DepositRow key={one.id} of={one} />
        ))}
      </List>
      <Pager page={page.pageNo} size={page.pageSize} total={page.total} onChange={(wanted) => onPage(String(wanted))} />
    </>
  );
}

function Payouts({ search, onPage }: { search: Search; onPage: (page: string) => void }) {
  const t = useT();
  useFollowNotices('withdrawal.', 'GET pay/withdrawal/page');
  const remote = useOwnRead(
    'GET pay/withdrawal/page',
    { pageNo: numbered(search.page) ?? 1, pageSize, ...filtersOf(search) },
    { keepPrevious: true, staleMs: 2_000, everyMs: lookEveryMs },
  );
  const page = lastValue(remote);
  const filtered = Boolean(search.status || search.asset);
  if (!page) return <Unread remote={remote} rows={6} height={60} />;
  if (page.list.length === 0)
    return (
      <EmptyState
        icon={<IconWithdraw size={28} strokeWidth={1.5} aria-hidden />}
        title={t(filtered ? 'moneyIn.noneHere' : 'moneyOut.none')}
        action={
          filtered ? undefined : (
            <Link to="/funds/withdraw" className={buttonClass()}>
              {t('moneyOut.title')}
            </Link>
          )
        }
      >
        {t(filtered ? 'moneyIn.noneHereText' : 'moneyOut.noneText')}
      </EmptyState>
    );
  return (
    <>
      <Stale remote={remote} />
      <List label={t('moneyIn.out')} inset>
        {page.list.map((one) => (
          <PayoutRow key={one.id} of={one} />
        ))}
      </List>
      <Pager page={page.pageNo} size={page.pageSize} total={page.total} onChange={(wanted) => onPage(String(wanted))} />
    </>
  );
}
