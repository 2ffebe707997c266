import { Wordmark } from '@bourse/ui/Amount.tsx';
import { Button } from '@bourse/ui/Button.tsx';
import { matchLanguage } from '@bourse/words/languages';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useBrand } from '../../data/index.ts';
import { chooseLanguage, offered, switchLanguage, useLanguage, useT } from '../../i18n/index.ts';
import { Choices } from '../settings/Choices.tsx';
import styles from './Boot.module.css';
import { safePath } from './safe-path.ts';

/** A link can set the language: `/proxy?language=en&to=/market`. The choice holds for this visit. */
export function ProxyScreen() {
  const t = useT();
  const brand = useBrand();
  const navigate = useNavigate();
  const { language: asked, to } = useSearch({ from: '/proxy' });
  const language = useLanguage();
  const [failed, setFailed] = useState(false);
  const known = asked
    ? matchLanguage(
        asked,
        offered.map((each) => each.code),
      )
    : undefined;
  const choose = async (code: string) => {
    sessionStorage.setItem('visit_language', code);
    localStorage.setItem('proxy_language', code);
    try {
      await switchLanguage(chooseLanguage([code]));
    } catch {
      setFailed(true);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per link
  useEffect(() => {
    if (known) void choose(known).then(() => navigate({ href: safePath(to), replace: true }));
  }, [known]);
  if (known && !failed) return <main id="content" aria-busy />;
  return (
    <main id="content" className={styles.page}>
      <Wordmark large {...brand} />
      <div className={styles.promise}>
        <h1>{t('settings.visitTitle')}</h1>
        <p>{t('settings.visitText')}</p>
      </div>
      <div className={styles.languages}>
        <Choices
          label={t('settings.visitTitle')}
          chosen={(code) => code === language}
          onChoose={(code) => void choose(code)}
          choices={offered.map(({ code, name }) => ({ key: code, value: code, title: <span lang={code}>{name}</span> }))}
        />
      </div>
      <div className={styles.ways}>
        <Button size="large" wide onClick={() => void navigate({ href: safePath(to), replace: true })}>
          {t('settings.visitGo')}
        </Button>
      </div>
    </main>
  );
}
