import type { ArticleVersion } from '@bourse/protocol/admin';
import { differenceOf, readTree, writtenFrom } from '@bourse/protocol/texts';
import styles from '../Console.module.css';
import { useRead } from '../data/use-read.ts';
import { t } from '../words.ts';
import { LineDifference } from './LineDifference.tsx';
import { Remote } from './Screen.tsx';
import own from './Texts.module.css';

/** Beside a translation: the English text that it is made from, and what changed in it since the last translation was made. */
export function SourceBeside({ source, madeFrom }: { source: ArticleVersion; madeFrom: ArticleVersion | undefined }) {
  const now = useRead('GET content/preview', { id: source.id });
  const older = madeFrom && madeFrom.id !== source.id ? madeFrom : undefined;
  const then = useRead('GET content/preview', older && { id: older.id });
  return (
    <details open className={own.source}>
      <summary>{t('console.content.source', { version: String(source.version) })}</summary>
      <Remote read={now}>
        {({ title, summary, body }) => {
          const { tree } = readTree(body);
          const before = older && then.value ? readTree(then.value.body).tree : undefined;
          if (!tree) return null;
          return (
            <div lang={source.language}>
              <p>
                <b>{title}</b>
              </p>
              <p className={styles.quiet}>{summary}</p>
              {before ? (
                <>
                  <p className={styles.quiet}>{t('console.content.sourceChanged', { version: String(older?.version) })}</p>
                  <LineDifference lines={differenceOf(before, tree)} language={source.language} />
                </>
              ) : (
                <pre className={own.written}>{writtenFrom(tree)}</pre>
              )}
            </div>
          );
        }}
      </Remote>
    </details>
  );
}
