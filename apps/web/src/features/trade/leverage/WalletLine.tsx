import { trimZeros } from '@bourse/money';
import { Amount, Button } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import styles from './leverage.module.css';

type Props = { name: string; amount: string | undefined; asset: string; dense: boolean; onTransfer: () => void };

/** The available funds, with a button to add more. */
export function WalletLine({ name, amount, asset, dense, onTransfer }: Props) {
  const t = useT();
  return (
    <p className={styles.wallet}>
      <span>{name}</span>
      <span>
        {amount === undefined ? '–' : <Amount most value={trimZeros(amount)} decimals={2} unit={asset} fraction="plain" />}
        <Button kind="plain" size={dense ? 'small' : 'medium'} onClick={onTransfer}>
          {t('leverage.addFunds')}
        </Button>
      </span>
    </p>
  );
}
