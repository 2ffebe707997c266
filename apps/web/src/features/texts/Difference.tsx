import { differenceOf, readTree, type TermsCode, type TextLanguage } from '@bourse/protocol/texts';
import { lastValue, useRead } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import styles from './Texts.module.css';

/** What differs from another version of terms, line by line. */
export function Difference({ type, text, before }: { type: TermsCode; text: { body: unknown; language: TextLanguage }; before: number }) {
  const t = useT();
  const remote = useRead('GET system/notice/text', { typeCode: type, version: before, language: text.language });
  const old = lastValue(remote);
  if (!old) return <Unread remote={remote} rows={8} />;
  const [from, to] = [readTree(old.body).tree, readTree(text.body).tree];
  const lines = (from && to ? differenceOf(from, to) : []).map((line, index) => ({ ...line, key: String(index) }));
  if (lines.every(({ kind }) => kind === 'same')) return <p className={styles.note}>{t('texts.compareNone')}</p>;
  return (
    <ol className={styles.difference} lang={text.language} dir="auto">
      {lines.map(({ kind, text: line, key }) => (
        <li key={key} data-kind={kind}>
          {kind !== 'same' && <span className="visually-hidden">{t(kind === 'old' ? 'texts.lineOld' : 'texts.lineNew')} </span>}
          {line}
        </li>
      ))}
    </ol>
  );
}
