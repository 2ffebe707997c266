import { decimalSign } from '@bourse/money';
import type { Balance } from '@bourse/protocol';
import { Wallet } from '@bourse/protocol/enums';
import { Amount, cx, IconChevronDown, RowContent, rowClass, SkeletonRows } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { type CallOutput, lastValue, useBalances, useMoney } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { addUp } from '../model/allocation.ts';
import { neat } from '../model/figures.ts';
import { walletLabel } from './labels.ts';
import { useVisible } from './useVisible.ts';
import styles from './WalletList.module.css';

type Overview = CallOutput<'GET pay/wallet/overview'>;
const order = [Wallet.coin, Wallet.contract, Wallet.stock, Wallet.wealth, Wallet.fast] as const;
/** Which switch turns a wallet's products on. Spot is always there. */
const productOf: Partial<Record<Wallet, string>> = {
  [Wallet.contract]: 'contracts',
  [Wallet.stock]: 'stocks',
  [Wallet.wealth]: 'funds',
  [Wallet.fast]: 'timedContracts',
};

const totalOf = (overview: Overview, wallet: Wallet): string =>
  ({ 1: overview.coin.total, 2: overview.contract.total, 3: overview.stock.total, 4: overview.fast.total, 5: overview.wealth.total })[
    wallet
  ];

/** Five wallets that add up to the total above, to the last digit shown. Each opens to what is in it. */
export function WalletList({ overview }: { overview: Overview | undefined }) {
  const t = useT();
  const money = useMoney();
  const balances = lastValue(useBalances()) ?? [];
  if (!overview) return <SkeletonRows rows={5} />;
  const converted = order.map((wallet) => money.convert(totalOf(overview, wallet)));
  const shown = addUp(converted, money.convert(overview.overview.total), money.decimals);
  return (
    <section className={styles.wallets} aria-label={t('funds.wallets')}>
      <ul>
        {order.map((wallet, index) => (
          <WalletRow
            key={wallet}
            wallet={wallet}
            total={shown[index]!}
            balances={balances.filter((held) => held.wallet === wallet && decimalSign(held.total) > 0)}
          />
        ))}
      </ul>
    </section>
  );
}

function WalletRow({ wallet, total, balances }: { wallet: Wallet; total: string; balances: readonly Balance[] }) {
  const t = useT();
  const money = useMoney();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { isOn, reasonOf } = useVisible();
  const product = productOf[wallet];
  const off = product !== undefined && !isOn(product);
  const empty = balances.length === 0;
  const under = empty ? (off ? (reasonOf(product) ?? t('funds.empty')) : t('funds.empty')) : t('funds.assets', { count: balances.length });
  const content = (
    <>
      <RowContent title={walletLabel(t, wallet)} under={<bdi>{under}</bdi>} end={<Amount value={total} decimals={money.decimals} />} />
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
        <ul id={id} className={styles.inside}>
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
                      <Amount value={money.convert(held.value)} decimals={money.decimals} unit={money.code} fraction="plain" />
                    )
                  }
                  goes
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
