import { decimalCompare, decimalSign } from '@bourse/money';
import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Form.module.css';
import { walletLabel } from '../../funds/parts/labels.ts';
import { coinWallet } from '../model/loan.ts';
import { useFigures } from '../words.ts';

type Props = {
  asset: string;
  symbol: string;
  /** What each wallet has free. */
  held: (wallet: number) => string;
};

/** Where the coins are, if the coin wallet has none: in another wallet, or on the market. */
export function Coins({ asset, symbol, held }: Props) {
  const t = useT();
  const { own } = useFigures();
  const elsewhere = ([2, 3, 4, 5] as const)
    .map((wallet) => ({ wallet, has: held(wallet) }))
    .filter(({ has }) => decimalSign(has) > 0)
    .sort((a, b) => decimalCompare(b.has, a.has))[0];
  return (
    <p className={styles.elsewhere}>
      {elsewhere
        ? t('loans.elsewhere', { amount: own(elsewhere.has), asset, wallet: walletLabel(t, elsewhere.wallet) })
        : t('loans.noCoins', { asset })}
      {elsewhere ? (
        <Link to="/funds/transfer" search={{ from: String(elsewhere.wallet), to: String(coinWallet), asset }} className={styles.link}>
          {t('loans.moveIt')}
        </Link>
      ) : (
        <Link to="/order" search={{ symbol }} className={styles.link}>
          {t('loans.buy', { asset })}
        </Link>
      )}
    </p>
  );
}
