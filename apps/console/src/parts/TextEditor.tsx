import type { AdminInput, AdminOutput } from '@bourse/protocol/admin';
import { readTree, summaryAtMost, type TextLanguage, titleAtMost, treeFrom } from '@bourse/protocol/texts';
import { Button, Checkbox, TextArea, TextField } from '@bourse/ui';
import { useMemo, useRef, useState } from 'react';
import styles from '../Console.module.css';
import { act, whyOf } from '../data/api.ts';
import { t } from '../words.ts';
import { PhonePreview } from './PhonePreview.tsx';
import own from './Texts.module.css';

type Saved = AdminInput<'POST content/save'>;
const inserts = {
  heading: '\n\n## ',
  list: '\n\n- ',
  quote: '\n\n> ',
  link: '[](/market)',
  strong: '****',
  instrument: '\n\n{{BTC/USDT}}\n',
} as const;

/** Writes a draft. What is typed becomes a tree at once and is shown as on a phone; what no tree may have is named before it is sent. */
export function TextEditor({
  article,
  language,
  isTerms,
  begin,
  draft,
  ready,
  onSaved,
}: {
  article: Saved['article'];
  language: TextLanguage;
  isTerms: boolean;
  begin: { title: string; summary: string; written: string; stricter: boolean };
  draft: { id: string; revision: number } | null;
  ready: boolean;
  onSaved: (saved: AdminOutput<'POST content/save'>) => void;
}) {
  const [title, setTitle] = useState(begin.title);
  const [summary, setSummary] = useState(begin.summary);
  const [written, setWritten] = useState(begin.written);
  const [stricter, setStricter] = useState(begin.stricter);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const { tree, problem: unusable } = useMemo(() => readTree(treeFrom(written)), [written]);
  const insert = (what: keyof typeof inserts) => {
    const area = box.current?.querySelector('textarea');
    const at = area?.selectionStart ?? written.length;
    setWritten(written.slice(0, at) + inserts[what] + written.slice(area?.selectionEnd ?? at));
    area?.focus();
  };
  const save = () => {
    if (!tree) return;
    setBusy(true);
    setProblem('');
    act('POST content/save', { article, language, draft, title, summary, body: tree, stricter: isTerms && stricter })
      .then(onSaved, (error: unknown) => setProblem(whyOf(error)))
      .finally(() => setBusy(false));
  };
  const whole = ready && title.trim() !== '' && summary.trim() !== '' && tree !== undefined;
  return (
    <div className={own.editor}>
      <div ref={box}>
        <TextField label={t('console.content.name')} value={title} onChange={setTitle} lang={language} maxLength={titleAtMost} />
        <TextField label={t('console.content.summary')} value={summary} onChange={setSummary} lang={language} maxLength={summaryAtMost} />
        <div className={styles.actions} role="toolbar" aria-label={t('console.content.insert')}>
          {(Object.keys(inserts) as (keyof typeof inserts)[]).map((what) => (
            <Button key={what} kind="outline" size="small" onClick={() => insert(what)}>
              {t(`console.content.insert.${what}`)}
            </Button>
          ))}
        </div>
        <TextArea
          label={t('console.content.body')}
          hint={t('console.content.bodyHint')}
          value={written}
          onChange={setWritten}
          lang={language}
          rows={18}
          error={written !== '' && unusable ? t('console.content.cannot', { what: unusable }) : undefined}
        />
        {isTerms && (
          <Checkbox checked={stricter} onChange={setStricter}>
            {t('console.content.stricter')}
          </Checkbox>
        )}
        <div className={styles.actions}>
          <Button busy={busy} disabled={!whole} onClick={save}>
            {t('console.content.save')}
          </Button>
        </div>
        {problem && (
          <strong className={styles.problem} role="alert">
            {problem}
          </strong>
        )}
      </div>
      {tree && <PhonePreview title={title} summary={summary} tree={tree} language={language} />}
    </div>
  );
}
