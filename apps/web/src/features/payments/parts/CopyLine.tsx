import { cx, IconButton, IconCopy } from '@bourse/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/index.ts';
import { copyText } from '../../../shell/copy.ts';
import styles from './parts.module.css';

/** Something that is sent elsewhere exactly as it stands: shown in full, copied with one press. */
export function CopyLine({ label, value, shown, large = false }: { label: string; value: string; shown?: ReactNode; large?: boolean }) {
  const t = useT();
  return (
    <div className={styles.copy}>
      <span>
        <small>{label}</small>
        <code dir="ltr" className={cx(large && styles.copyLarge)}>
          {shown ?? value}
        </code>
      </span>
      <IconButton label={t('journey.copyOf', { what: label })} onClick={() => void copyText(value)}>
        <IconCopy size={20} />
      </IconButton>
    </div>
  );
}

/** An address in groups of four, its ends stressed: people compare those. */
export function Address({ value }: { value: string }) {
  const groups = value.match(/.{1,4}/g) ?? [];
  return (
    <span className={styles.address}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other identity
        <span key={index} className={cx((index < 2 || index >= groups.length - 2) && styles.addressEnd)}>
          {group}
        </span>
      ))}
    </span>
  );
}
