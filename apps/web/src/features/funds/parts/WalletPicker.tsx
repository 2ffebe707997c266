import type { Wallet } from '@bourse/protocol/enums';
import { IconChevronDown } from '@bourse/ui';
import { useId } from 'react';
import { useT } from '../../../i18n/index.ts';
import { walletLabel } from './labels.ts';
import styles from './Picker.module.css';

type WalletPickerProps = { label: string; value: Wallet; options: readonly Wallet[]; onChange: (wallet: Wallet) => void };

/** The whole box opens the device's own list: five choices need no sheet. */
export function WalletPicker({ label, value, options, onChange }: WalletPickerProps) {
  const t = useT();
  const id = useId();
  return (
    <div className={styles.box}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <span className={styles.value}>
        {walletLabel(t, value)}
        <IconChevronDown size={16} aria-hidden />
      </span>
      <select
        id={id}
        className={styles.select}
        value={String(value)}
        onChange={(event) => {
          const chosen = options.find((option) => String(option) === event.target.value);
          if (chosen) onChange(chosen);
        }}
      >
        {options.map((option) => (
          <option key={option} value={String(option)}>
            {walletLabel(t, option)}
          </option>
        ))}
      </select>
    </div>
  );
}
