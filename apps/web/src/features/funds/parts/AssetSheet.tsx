import { decimalSign } from '@bourse/money';
import { Amount, EmptyState, List, Row, Sheet, TextField } from '@bourse/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../model/figures.ts';
import styles from './Picker.module.css';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  value: string;
  codes: readonly string[];
  nameOf: (code: string) => string;
  /** What the customer has of an asset; without it the sheet lists names only. */
  availableOf?: ((code: string) => string) | undefined;
  onChange: (code: string) => void;
};

/** Assets to choose from, with a search where they are many. */
export function AssetSheet({ open, onClose, title, value, codes, nameOf, availableOf, onChange }: Props) {
  const t = useT();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const shown = codes.filter((code) => `${code} ${nameOf(code)}`.toLowerCase().includes(wanted));
  const close = () => {
    setQuery('');
    onClose();
  };
  return (
    <Sheet open={open} onClose={close} title={title} bare>
      {codes.length > 8 && (
        <div className={styles.search}>
          <TextField label={t('common.search')} value={query} onChange={setQuery} type="search" autoComplete="off" />
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState compact title={t('common.noMatches')} />
      ) : (
        <List label={title}>
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
  );
}
