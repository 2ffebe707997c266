import { List, Row, RowContent, rowClass, rowItemClass, Switch } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lastValue, setPreference, useBaseInfo, useMoney, usePreference, useTimeZone } from '../../data/index.ts';
import { offered, useLanguage, useT } from '../../i18n/index.ts';
import styles from './Page.module.css';
import { Page } from './Page.tsx';
import { zoneName } from './zones.ts';

const themeKeys = { system: 'settings.themeSystem', light: 'settings.themeLight', dark: 'settings.themeDark' } as const;
const directionKeys = { 'green-up': 'settings.greenUp', 'red-up': 'settings.redUp', 'colour-blind': 'settings.colourBlind' } as const;

function To({
  to,
  title,
  end,
}: {
  to:
    | '/mine/theme'
    | '/mine/upDownColorConfig'
    | '/mine/userLanguage'
    | '/exchange_rate'
    | '/mine/protection'
    | '/mine/security'
    | '/timezoneselector'
    | '/price_days'
    | '/transparency'
    | '/mine/evidence'
    | '/changes'
    | '/public/socketDebug'
    | '/gallery';
  title: string;
  end?: ReactNode;
}) {
  return (
    <li className={rowItemClass}>
      <Link to={to} className={rowClass()}>
        <RowContent title={title} end={end === undefined ? undefined : <span className="muted">{end}</span>} goes />
      </Link>
    </li>
  );
}

/** Display settings of this device. They survive a sign-out. */
export function SettingsScreen() {
  const t = useT();
  const theme = usePreference('theme');
  const direction = usePreference('direction');
  const hidden = usePreference('amountsHidden');
  const zone = useTimeZone();
  const money = useMoney();
  const language = useLanguage();
  const base = lastValue(useBaseInfo());
  const languageName = offered.find((each) => each.code === language)?.name ?? language;
  return (
    <Page
      title={t('settings.title')}
      body={
        <>
          <h2 className={styles.head}>{t('settings.appearance')}</h2>
          <List label={t('settings.appearance')}>
            <To to="/mine/theme" title={t('settings.theme')} end={t(themeKeys[theme])} />
            <To to="/mine/upDownColorConfig" title={t('settings.direction')} end={t(directionKeys[direction])} />
            <To to="/mine/userLanguage" title={t('settings.language')} end={languageName} />
            <To to="/exchange_rate" title={t('settings.currency')} end={money.code} />
            <To to="/timezoneselector" title={t('settings.timeZone')} end={zoneName(zone)} />
            <Row
              title={<span id="hide-amounts">{t('settings.amounts')}</span>}
              under={t('settings.amountsText')}
              end={<Switch checked={hidden} onChange={(on) => setPreference('amountsHidden', on)} aria-labelledby="hide-amounts" />}
            />
          </List>
          <h2 className={styles.head}>{t('settings.limits')}</h2>
          <List label={t('settings.limits')}>
            <To to="/mine/security" title={t('security.title')} />
            <To to="/mine/protection" title={t('protection.title')} />
          </List>
          <h2 className={styles.head}>{t('settings.about')}</h2>
          <List label={t('settings.about')}>
            <Row title={t('settings.version')} end={<span className="muted">{base?.version.id ?? '·'}</span>} />
            <To to="/transparency" title={t('evidence.logsTitle')} />
            <To to="/mine/evidence" title={t('evidence.mineTitle')} />
            <To to="/changes" title={t('settings.changes')} />
            <To to="/price_days" title={t('settings.pricesTitle')} />
            <To to="/public/socketDebug" title={t('settings.connection')} />
            <To to="/gallery" title={t('settings.gallery')} />
          </List>
        </>
      }
    />
  );
}
