import { EmptyState, IconSearch, TextField } from '@bourse/ui';
import { useMemo, useState } from 'react';
import { deviceTimeZone, setPreference, useNow, usePreference } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Choices } from './Choices.tsx';
import styles from './Page.module.css';
import { Page } from './Page.tsx';
import { matchesZone, offsetMinutes, offsetText, zoneName, zonesAt } from './zones.ts';

function Clock({ zone }: { zone: string }) {
  return <span className="muted">{formatTime(useNow(), 'time', zone)}</span>;
}

export function TimeZoneScreen() {
  const t = useT();
  const chosen = usePreference('timeZone');
  const device = deviceTimeZone();
  const [query, setQuery] = useState('');
  const [now] = useState(() => Date.now());
  const zones = useMemo(() => zonesAt(now), [now]);
  const found = zones.filter((zone) => matchesZone(zone, query));
  const choices = [
    ...(query === ''
      ? [
          {
            key: 'device',
            value: null,
            title: t('settings.timeZoneDevice', { zone: zoneName(device) }),
            under: `UTC${offsetText(offsetMinutes(device, now))}`,
            end: <Clock zone={device} />,
          },
        ]
      : []),
    ...found.map((zone) => ({
      key: zone.id,
      value: zone.id as string | null,
      title: zone.name,
      under: `UTC${zone.offset}`,
      end: <Clock zone={zone.id} />,
    })),
  ];
  return (
    <Page
      title={t('settings.timeZone')}
      lead={t('settings.timeZoneText')}
      body={
        <>
          <div className={styles.search}>
            <TextField
              label={t('settings.timeZoneSearch')}
              value={query}
              onChange={setQuery}
              type="search"
              trailing={<IconSearch size={18} aria-hidden />}
            />
          </div>
          {choices.length === 0 ? (
            <EmptyState title={t('common.noMatches')} compact />
          ) : (
            <Choices
              label={t('settings.timeZone')}
              chosen={(zone) => zone === chosen}
              onChoose={(zone) => setPreference('timeZone', zone)}
              choices={choices}
            />
          )}
        </>
      }
    />
  );
}
