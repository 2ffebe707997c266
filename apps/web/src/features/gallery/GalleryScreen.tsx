import { Segmented, Wordmark } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Direction, setPreference, usePreference } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import styles from './Gallery.module.css';
import { Samples } from './Samples.tsx';

type Writing = 'ltr' | 'rtl';
type Theme = 'both' | 'light' | 'dark';

/** Every component in both themes, both directions of writing and all states. Labels are the English names used in code. */
export function GalleryScreen() {
  const t = useT();
  const [theme, setTheme] = useState<Theme>('both');
  const [writing, setWriting] = useState<Writing>('ltr');
  const direction = usePreference('direction');
  const themes = theme === 'both' ? (['light', 'dark'] as const) : [theme];
  return (
    <main id="content">
      <header className={styles.bar}>
        <Link to="/mine/settings">
          <Wordmark />
        </Link>
        <h1>{t('settings.gallery')}</h1>
        <Segmented
          small
          label="Theme"
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'both', label: 'Both' },
            { value: 'light', label: 'Paper' },
            { value: 'dark', label: 'Graphite' },
          ]}
        />
        <Segmented<Direction>
          small
          label="Direction"
          value={direction}
          onChange={(next) => setPreference('direction', next)}
          options={[
            { value: 'green-up', label: 'Green up' },
            { value: 'red-up', label: 'Red up' },
            { value: 'colour-blind', label: 'Blue up' },
          ]}
        />
        <Segmented
          small
          label="Writing"
          value={writing}
          onChange={setWriting}
          options={[
            { value: 'ltr', label: 'Left to right' },
            { value: 'rtl', label: 'Right to left' },
          ]}
        />
      </header>
      <div className={styles.both}>
        {themes.map((each) => (
          <div key={each} data-theme={each} dir={writing} className={styles.side}>
            <Samples theme={each} />
          </div>
        ))}
      </div>
    </main>
  );
}
