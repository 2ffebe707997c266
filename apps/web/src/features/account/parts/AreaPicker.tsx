import { EmptyState, ErrorState, IconCheck, IconSearch, List, Row, Sheet, SkeletonRows, TextField } from '@bourse/ui';
import { useState } from 'react';
import { lastValue, useAreaCodes } from '../../../data/index.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { withPlus } from '../model/identity.ts';
import styles from './AreaPicker.module.css';

/** Finds a country by name or calling code. The browser names countries in the active language; the server's names are the fallback. */
export function AreaList({ chosen, onChoose }: { chosen: string; onChoose: (code: string) => void }) {
  const t = useT();
  const language = useLanguage();
  const areas = useAreaCodes();
  const data = lastValue(areas);
  const [query, setQuery] = useState('');
  const nameOf = (country: string, fallback: string) => {
    try {
      return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? fallback;
    } catch {
      return fallback;
    }
  };
  const wanted = query.trim().toLowerCase().replace(/^\+/, '');
  const shown = (data ?? [])
    .map((area) => ({ ...area, areaCode: withPlus(area.areaCode), shown: nameOf(area.country, area.name) }))
    .filter((area) => `${area.shown} ${area.name} ${area.country} ${area.areaCode}`.toLowerCase().includes(wanted))
    .sort((a, b) => a.shown.localeCompare(b.shown, language));
  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <TextField
          label={t('account.areaSearch')}
          value={query}
          onChange={setQuery}
          type="search"
          autoComplete="off"
          trailing={<IconSearch size={18} aria-hidden="true" />}
        />
      </div>
      {areas.state === 'failed' && !data ? (
        <ErrorState compact title={t('common.loadFailed')} onRetry={areas.retry} />
      ) : !data ? (
        <SkeletonRows rows={8} height={52} />
      ) : shown.length === 0 ? (
        <EmptyState compact title={t('common.noMatches')} />
      ) : (
        <List className={styles.list} label={t('account.areaTitle')}>
          {shown.map((area) => (
            <Row
              key={`${area.country}${area.areaCode}`}
              title={area.shown}
              end={<span dir="ltr">{area.areaCode}</span>}
              middle={area.areaCode === chosen ? <IconCheck size={18} aria-hidden="true" /> : undefined}
              pressed={area.areaCode === chosen}
              onClick={() => onChoose(area.areaCode)}
            />
          ))}
        </List>
      )}
    </div>
  );
}

export function AreaSheet({ onClose, ...list }: { chosen: string; onChoose: (code: string) => void; onClose: () => void }) {
  const t = useT();
  return (
    <Sheet open onClose={onClose} title={t('account.areaTitle')} bare>
      <AreaList {...list} />
    </Sheet>
  );
}
