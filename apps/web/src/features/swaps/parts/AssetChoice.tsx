import { decimalSign } from '@bourse/money';
import { Amount, EmptyState, IconChevronDown, List, Row, Sheet, TextField } from '@bourse/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../../funds/model/figures.ts';
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
  const t = useT();
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const shown = codes.filter((code) => `${code} ${nameOf(code)}`.toLowerCase().includes(wanted));
  const close = () => {
    setOpen(false);
    setQuery('');
  };
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
      <Sheet open={open} onClose={close} title={label} bare>
        {codes.length > 8 && (
          <div className={styles.search}>
            <TextField label={t('common.search')} value={query} onChange={setQuery} type="search" autoComplete="off" />
          </div>
        )}
        {shown.length === 0 ? (
          <EmptyState compact title={t('common.noMatches')} />
        ) : (
          <List label={label}>
            {shown.map((code) => (
              <Row
                key={code}
                title={code}
                under={nameOf(code)}
                chosen={code === value}
                pressed={code === value}
                end={
                  availableOf &&
                  (decimalSign(availableOf(code)) > 0 ? (
                    <Amount value={availableOf(code)} decimals={neat(availableOf(code))} />
                  ) : (
                    <span className="muted">0</span>
                  ))
                }
                onClick={() => {
                  onChange(code);
                  close();
                }}
              />
            ))}
          </List>
        )}
      </Sheet>
    </>
  );
}
