import type { Card, Channel, WalletAddress } from '@bourse/protocol';
import { PaymentMethod } from '@bourse/protocol/enums';
import { Amount, buttonClass, EmptyState, IconWithdraw } from '@bourse/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lastValue, useBalances } from '../../../data/index.ts';
import { type Translate, useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { neat } from '../../funds/model/figures.ts';
import { percentOf } from '../model/fee.ts';
import { useFigure } from '../model/figure.ts';
import { useOwnRead } from '../model/own-read.ts';
import { Chosen, Question } from '../parts/Choices.tsx';
import { Columns, Panel } from '../parts/Columns.tsx';
import { Identified } from '../parts/Gate.tsx';
import { Destinations } from './Destinations.tsx';
import { PayoutRow } from './PayoutRow.tsx';
import { WithdrawForm } from './WithdrawForm.tsx';
import styles from './withdraw.module.css';

type Search = { asset?: string; channel?: string; to?: string };
export type Destination = WalletAddress | Card;

/** Take money out: which asset, which way, to whom, how much. */
export function WithdrawScreen() {
  const t = useT();
  return (
    <Columns title={t('moneyOut.title')} aside={<Aside />}>
      <Identified>
        <Steps />
      </Identified>
    </Columns>
  );
}

function Steps() {
  const t = useT();
  const figure = useFigure();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const go = (next: Search) => void navigate({ to: '/funds/withdraw', search: next });
  const remote = useOwnRead('GET pay/withdrawal-channel/list', {});
  const balances = lastValue(useBalances());
  const channels = lastValue(remote)?.filter(({ out }) => out !== null);
  const channel = channels?.find(({ id }) => String(id) === search.channel);
  const destinations = useDestinations(channel);
  if (!channels) return <Unread remote={remote} rows={5} height={64} />;
  if (channels.length === 0)
    return (
      <EmptyState icon={<IconWithdraw size={28} strokeWidth={1.5} aria-hidden />} title={t('moneyOut.noWays')}>
        {t('moneyOut.noWaysText')}
      </EmptyState>
    );
  const freeOf = (asset: string) => balances?.find((one) => one.wallet === 1 && one.asset === asset)?.available ?? '0';
  const assets = [...new Map(channels.map((one) => [one.asset, one])).values()];
  const asset = channel?.asset ?? assets.find((one) => one.asset === search.asset)?.asset;
  if (asset === undefined)
    return (
      <Question
        title={t('moneyOut.whichAsset')}
        choices={assets.map((one) => ({
          ...{ key: one.asset, title: one.asset, under: one.assetName, picture: one.asset },
          end: <Amount value={freeOf(one.asset)} decimals={neat(freeOf(one.asset))} />,
          endUnder: t('moneyOut.free'),
        }))}
        onChoose={(code) => go({ asset: code })}
      />
    );
  const free = <Amount value={freeOf(asset)} decimals={neat(freeOf(asset))} unit={asset} />;
  const again = <Chosen label={t('journey.asset')} value={asset} aside={free} onChange={() => go({})} />;
  if (!channel)
    return (
      <>
        {again}
        <Question
          title={t('moneyOut.whichWay')}
          choices={channels
            .filter((one) => one.asset === asset)
            .map((one) => ({
              key: String(one.id),
              title: wayOut(t, one),
              under: one.out ? feeOut(t, figure, one.asset, one.out) : undefined,
              endUnder: one.out ? t('moneyIn.from', { min: figure(one.out.min, one.asset) }) : undefined,
              closed: one.openOut ? undefined : t('journey.closed'),
            }))}
          onChoose={(id) => go({ asset, channel: id })}
        />
      </>
    );
  const to = destinations.list?.find(({ id }) => id === search.to);
  const way = <Chosen label={t('moneyOut.way')} value={wayOut(t, channel)} onChange={() => go({ asset })} />;
  if (!to)
    return (
      <>
        {again}
        {way}
        <Destinations {...destinations} channel={channel} onChoose={(id) => go({ asset, channel: String(channel.id), to: id })} />
      </>
    );
  return (
    <>
      {again}
      {way}
      <Chosen
        label={t('moneyOut.to')}
        value={to.label}
        aside={<bdi className={styles.masked}>{to.masked}</bdi>}
        onChange={() => go({ asset, channel: String(channel.id) })}
      />
      <WithdrawForm key={`${channel.id} ${to.id}`} channel={channel} to={to} onDiffers={() => go({ asset, channel: String(channel.id) })} />
    </>
  );
}

const wayOut = (t: Translate, { networkName, method }: Channel): string =>
  networkName ?? t(method === PaymentMethod.bankCard ? 'moneyOut.bank' : 'moneyOut.other');

const feeOut = (
  t: Translate,
  figure: ReturnType<typeof useFigure>,
  asset: string,
  { feeFixed, feePpm }: NonNullable<Channel['out']>,
): string =>
  feePpm === 0
    ? t('moneyOut.feeFixed', { fee: figure(feeFixed, asset) })
    : t('moneyOut.feeBoth', { fee: figure(feeFixed, asset), share: percentOf(feePpm) });

/** Whom a way may pay: addresses of a chain, accounts of a bank. */
export function useDestinations(channel: Channel | undefined) {
  const chain = channel !== undefined && channel.network !== null;
  const addresses = useOwnRead('GET pay/virtual-wallet/curent-member-list', channel ? { channel: channel.id } : {}, { enabled: chain });
  const cards = useOwnRead('GET pay/bank-card/list', channel ? { currency: channel.asset } : {}, {
    enabled: channel !== undefined && !chain,
  });
  const remote = chain ? addresses : cards;
  const list: readonly Destination[] | undefined = chain
    ? lastValue(addresses)
    : lastValue(cards)?.filter((card) => card.channel === channel?.id);
  return { remote, list };
}

function Aside() {
  const t = useT();
  const page = lastValue(useOwnRead('GET pay/withdrawal/page', { pageNo: 1, pageSize: 3 }, { staleMs: 0, everyMs: 10_000 }));
  return (
    <>
      <Panel title={t('moneyOut.safety')}>
        <ul className={styles.rules}>
          <li>{t('moneyOut.safetyWait')}</li>
          <li>{t('moneyOut.safetyProof')}</li>
          <li>{t('moneyOut.safetyCancel')}</li>
        </ul>
        <Link to="/mine/bank" className={buttonClass({ kind: 'link', size: 'small' })}>
          {t('moneyOut.book')}
        </Link>
      </Panel>
      {page && page.list.length > 0 && (
        <Panel title={t('moneyOut.newest')}>
          <ul className={styles.rows}>
            {page.list.map((one) => (
              <PayoutRow key={one.id} of={one} />
            ))}
          </ul>
          <Link to="/funds/top_up_order" search={{ view: 'out' }} className={buttonClass({ kind: 'link', size: 'small' })}>
            {t('moneyIn.seeAll')}
          </Link>
        </Panel>
      )}
    </>
  );
}
