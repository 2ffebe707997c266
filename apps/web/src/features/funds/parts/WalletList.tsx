import { decimalSign, formatAmount } from '@bourse/money';
import type { Balance } from '@bourse/protocol';
import { Wallet } from '@bourse/protocol/enums';
import { Amount, cx, hiddenAmount, IconChevronDown, RowContent, rowClass, SkeletonRows, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { type CallOutput, lastValue, useBalances, useMoney } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { addUp } from '../model/allocation.ts';
import { neat } from '../model/figures.ts';
import { ContractWallet } from './ContractWallet.tsx';
import { FastWallet } from './FastWallet.tsx';
import { walletLabel } from './labels.ts';
import { StockWallet } from './StockWallet.tsx';
import { useVisible } from './useVisible.ts';
import styles from './WalletList.module.css';

type Overview = CallOutput<'GET pay/wallet/overview'>;
const order = [Wallet.coin, Wallet.contract, Wallet.stock, Wallet.wealth, Wallet.fast] as const;
/** The product switch of each wallet. Spot is always on. */
const productOf: Partial<Record<Wallet, string>> = {
  [Wallet.contract]: 'contracts',
  [Wallet.stock]: 'stocks',
  [Wallet.wealth]: 'funds',
  [Wallet.fast]: 'timedContracts',
};
/** What a wallet holds in addition to balances. */
const inside: Partial<Record<Wallet, () => ReactNode>> = {
  [Wallet.contract]: ContractWallet,
  [Wallet.stock]: StockWallet,
  [Wallet.fast]: FastWallet,
};

const totalOf = (overview: Overview, wallet: Wallet): string =>
  ({ 1: overview.coin.total, 2: overview.contract.total, 3: overview.stock.total, 4: overview.fast.total, 5: overview.wealth.total })[
    wallet
  ];
/** Open positions by wallet. */
const positionsOf = (overview: Overview, wallet: Wallet) =>
  wallet === Wallet.contract ? overview.contract : wallet === Wallet.stock ? overview.stock : undefined;

/** Five wallets that add up to the total above, to the last digit shown. Each opens to show what it holds. */
export function WalletList({ overview }: { overview: Overview | undefined }) {
  const t = useT();
  const money = useMoney();
  const balances = lastValue(useBalances()) ?? [];
  if (!overview) return <SkeletonRows rows={5} />;
  const converted = order.map((wallet) => money.exact(totalOf(overview, wallet)));
  const shown = addUp(converted, money.holding(overview.overview.total), money.decimals);
  return (
    <section className={styles.wallets} aria-label={t('funds.wallets')}>
      <ul>
        {order.map((wallet, index) => (
          <WalletRow
            key={wallet}
            wallet={wallet}
            total={shown[index]!}
            overview={overview}
            balances={balances.filter((held) => held.wallet === wallet && decimalSign(held.total) > 0)}
          />
        ))}
      </ul>
    </section>
  );
}

type WalletRowProps = { wallet: Wallet; total: string; overview: Overview; balances: readonly Balance[] };

function WalletRow({ wallet, total, overview, balances }: WalletRowProps) {
  const t = useT();
  const money = useMoney();
  const id = useId();
  const [open, setOpen] = useState(false);
  const positions = positionsOf(overview, wallet);
  const empty = balances.length === 0 && (positions?.plList.length ?? 0) === 0;
  const Inside = inside[wallet];
  const content = (
    <>
      <RowContent
        title={walletLabel(t, wallet)}
        under={<Under wallet={wallet} overview={overview} balances={balances} empty={empty} />}
        end={<Amount value={total} decimals={money.decimals} />}
        endUnder={
          positions && positions.plList.length > 0 ? (
            <Amount value={money.convert(positions.totalProfitAndLoss)} decimals={money.decimals} tone="direction" fraction="plain" />
          ) : undefined
        }
      />
      <IconChevronDown size={18} aria-hidden className={cx(styles.chevron, open && styles.turned, empty && styles.nowhere)} />
    </>
  );
  return (
    <li className={cx(styles.wallet, empty && styles.empty)}>
      {empty ? (
        <div className={rowClass()}>{content}</div>
      ) : (
        <button type="button" className={rowClass()} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {content}
        </button>
      )}
      {open && (
        <div id={id} className={styles.inside}>
          {Inside && <Inside />}
          <Held balances={balances} />
        </div>
      )}
    </li>
  );
}

/** "2 positions · 1,416.74 free", "3 assets", or why it is empty. */
function Under({ wallet, overview, balances, empty }: Omit<WalletRowProps, 'total'> & { empty: boolean }) {
  const t = useT();
  const money = useMoney();
  const { locale, amountsHidden } = useUi();
  const { isOn, reasonOf } = useVisible();
  const product = productOf[wallet];
  if (empty) return <bdi>{product !== undefined && !isOn(product) ? (reasonOf(product) ?? t('funds.empty')) : t('funds.empty')}</bdi>;
  const positions = positionsOf(overview, wallet);
  if (positions && positions.plList.length > 0) {
    const free = amountsHidden ? hiddenAmount : formatAmount(money.holding(positions.totalAvailable), { locale, decimals: money.decimals });
    const count = positions.plList.length;
    return t(wallet === Wallet.stock ? 'funds.holdingsFree' : 'funds.positionsFree', { count, free });
  }
  return t('funds.assets', { count: balances.length });
}

function Held({ balances }: { balances: readonly Balance[] }) {
  const t = useT();
  const money = useMoney();
  return (
    <ul>
      {balances.map((held) => (
        <li key={held.asset}>
          <Link to="/funds/currency" search={{ asset: held.asset }} className={cx(rowClass(), styles.held)}>
            <RowContent
              title={held.asset}
              under={held.name}
              end={<Amount value={held.total} decimals={neat(held.total)} />}
              endUnder={
                held.value === null ? (
                  t('funds.noRate')
                ) : (
                  <Amount value={money.holding(held.value)} decimals={money.decimals} currency={money} fraction="plain" />
                )
              }
              goes
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
