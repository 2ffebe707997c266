import { cx } from '@bourse/ui';
import { setPreference, type Theme, usePreference } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import styles from './Page.module.css';
import { Page } from './Page.tsx';

const themes = [
  { value: 'system', label: 'settings.themeSystem' },
  { value: 'light', label: 'settings.themeLight' },
  { value: 'dark', label: 'settings.themeDark' },
] as const;

/** A preview of a theme in its own colours. */
function Sample({ theme, half = false }: { theme: 'light' | 'dark'; half?: boolean }) {
  return (
    <span data-theme={theme} className={cx(styles.window, half && styles.half)} aria-hidden>
      <i />
      <b>15,294.80</b>
      <em>
        <span>BTC</span>
        <span className="up">▲ 1.84%</span>
      </em>
      <em>
        <span>ETH</span>
        <span className="down">▼ 0.62%</span>
      </em>
      <u />
    </span>
  );
}

export function ThemeScreen() {
  const t = useT();
  const theme = usePreference('theme');
  return (
    <Page
      title={t('settings.theme')}
      lead={t('settings.themeText')}
      body={
        <div className={styles.themes} role="radiogroup" aria-label={t('settings.theme')}>
          {themes.map(({ value, label }) => (
            // biome-ignore lint/a11y/useSemanticElements: a picture with a caption is the radio here
            <button
              key={value}
              type="button"
              role="radio"
              aria-checked={theme === value}
              className={styles.theme}
              onClick={() => setPreference('theme', value satisfies Theme)}
            >
              {value === 'system' ? (
                <span className={styles.stack}>
                  <Sample theme="light" />
                  <Sample theme="dark" half />
                </span>
              ) : (
                <Sample theme={value} />
              )}
              {t(label)}
            </button>
          ))}
        </div>
      }
    />
  );
}
