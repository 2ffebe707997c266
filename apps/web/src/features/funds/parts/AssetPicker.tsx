import type { Balance } from '@bourse/protocol';
import type { Wallet } from '@bourse/protocol/enums';
import { IconChevronDown } from '@bourse/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { AssetSheet } from './AssetSheet.tsx';
import styles from './Picker.module.css';

type AssetPickerProps = {
  value: string;
  wallet: Wallet;
  codes: readonly string[];
  names: readonly { code: string; name: string }[];
  balances: readonly Balance[];
  onChange: (code: string) => void;
};

/** The assets both wallets can hold, each with its free balance. Those the customer owns come first. */
export function AssetPicker({ value, wallet, codes, names, balances, onChange }: AssetPickerProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const nameOf = (code: string) => names.find((coin) => coin.code === code)?.name ?? code;
  const freeOf = (code: string) => balances.find((held) => held.wallet === wallet && held.asset === code)?.available ?? '0';
  return (
    <>
      <button type="button" className={styles.box} onClick={() => setOpen(true)}>
        <span className={styles.label}>{t('funds.asset')}</span>
        <span className={styles.value}>
          {value}
          <IconChevronDown size={16} aria-hidden />
          <span className={styles.aside}>{nameOf(value)}</span>
        </span>
      </button>
      <AssetSheet
        {...{ open, value, codes, nameOf, onChange }}
        availableOf={freeOf}
        title={t('funds.chooseAsset')}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
