import { decimalSign } from '@bourse/money';
import type { Balance } from '@bourse/protocol';
import type { Wallet } from '@bourse/protocol/enums';
import { Amount, EmptyState, IconChevronDown, List, Row, Sheet, TextField } from '@bourse/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../model/figures.ts';
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
  const [query, setQuery] = useState('');
  const nameOf = (code: string) => names.find((coin) => coin.code === code)?.name ?? code;
  const freeOf = (code: string) => balances.find((held) => held.wallet === wallet && held.asset === code)?.available ?? '0';
  const wanted = query.trim().toLowerCase();
  const shown = codes.filter((code) => `${code} ${nameOf(code)}`.toLowerCase().includes(wanted));
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
      <Sheet open={open} onClose={() => setOpen(false)} title={t('funds.chooseAsset')} bare>
        {codes.length > 8 && (
          <div className={styles.search}>
            <TextField label={t('common.search')} value={query} onChange={setQuery} type="search" autoComplete="off" />
          </div>
        )}
        {shown.length === 0 ? (
          <EmptyState compact title={t('common.noMatches')} />
        ) : (
          <List label={t('funds.chooseAsset')}>
            {shown.map((code) => (
              <Row
                key={code}
                title={code}
                under={nameOf(code)}
                chosen={code === value}
                pressed={code === value}
                end={
                  decimalSign(freeOf(code)) > 0 ? (
                    <Amount value={freeOf(code)} decimals={neat(freeOf(code))} />
                  ) : (
                    <span className="muted">0</span>
                  )
                }
                onClick={() => {
                  onChange(code);
                  setOpen(false);
                }}
              />
            ))}
          </List>
        )}
      </Sheet>
    </>
  );
}
