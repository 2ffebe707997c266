import { Change } from '@bourse/ui';
import { type Direction, setPreference, usePreference } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Choices } from './Choices.tsx';
import styles from './Page.module.css';
import { Page } from './Page.tsx';

const directions = [
  { value: 'green-up', title: 'settings.greenUp', under: undefined },
  { value: 'red-up', title: 'settings.redUp', under: undefined },
  { value: 'colour-blind', title: 'settings.colourBlind', under: 'settings.colourBlindText' },
] as const;

export function DirectionScreen() {
  const t = useT();
  const direction = usePreference('direction');
  return (
    <Page
      title={t('settings.direction')}
      lead={t('settings.directionText')}
      body={
        <Choices<Direction>
          label={t('settings.direction')}
          chosen={(value) => value === direction}
          onChoose={(value) => setPreference('direction', value)}
          choices={directions.map(({ value, title, under }) => ({
            key: value,
            value,
            title: t(title),
            under: under && t(under),
            end: (
              <span data-direction={value} className={styles.sample}>
                <Change value="1.84" />
                <Change value="-0.62" />
              </span>
            ),
          }))}
        />
      }
    />
  );
}
