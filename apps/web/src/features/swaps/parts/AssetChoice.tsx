import { IconChevronDown } from '@bourse/ui';
import { useState } from 'react';
import { AssetSheet } from '../../funds/parts/AssetSheet.tsx';
import styles from './AssetChoice.module.css';

type Props = {
  /** Names the choice for assistive technology, and the sheet. */
  label: string;
  value: string;
  codes: readonly string[];
  nameOf: (code: string) => string;
  /** What the customer has of an asset; without it the sheet lists names only. */
  availableOf?: ((code: string) => string) | undefined;
  onChange: (code: string) => void;
};

/** The asset of one side: a button that opens the list of those offered. */
export function AssetChoice({ label, value, codes, nameOf, availableOf, onChange }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.choice}
        aria-label={`${label}: ${value}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <bdi>{value}</bdi>
        <IconChevronDown size={16} aria-hidden />
      </button>
      <AssetSheet {...{ open, value, codes, nameOf, availableOf, onChange }} title={label} onClose={() => setOpen(false)} />
    </>
  );
}
