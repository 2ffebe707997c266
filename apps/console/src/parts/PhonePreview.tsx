import type { Tree } from '@bourse/protocol/texts';
import { Select, TextTree } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { t } from '../words.ts';
import own from './Texts.module.css';

const themes = ['light', 'dark'] as const;

/** A text as it stands on a phone, in either theme. Its links lead nowhere here. */
export function PhonePreview({ title, summary, tree, language }: { title: string; summary: string; tree: Tree; language: string }) {
  const [theme, setTheme] = useState<(typeof themes)[number]>('light');
  return (
    <aside aria-label={t('console.content.preview')}>
      <div className={styles.row}>
        <h3>{t('console.content.preview')}</h3>
        <Select
          label={t('console.theme')}
          value={theme}
          options={themes.map((value) => ({ value, label: t(`console.content.theme.${value}`) }))}
          onChange={setTheme}
        />
      </div>
      <div className={own.phone} style={{ colorScheme: theme }}>
        <h2 lang={language} dir="auto">
          {title}
        </h2>
        <p className={styles.quiet} lang={language} dir="auto">
          {summary}
        </p>
        <TextTree
          tree={tree}
          language={language}
          link={(href, words) => (
            <span className={own.seemsLink} title={href}>
              {words}
            </span>
          )}
          instrument={(symbol) => <p dir="ltr">{symbol}</p>}
        />
      </div>
    </aside>
  );
}
