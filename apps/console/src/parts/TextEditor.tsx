import type { AdminInput, AdminOutput } from '@bourse/protocol/admin';
import { readTree, summaryAtMost, type TextLanguage, titleAtMost, treeFrom } from '@bourse/protocol/texts';
import { Button, Checkbox, TextArea, TextField } from '@bourse/ui';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import styles from '../Console.module.css';
import { act, whyOf } from '../data/api.ts';
import { t } from '../words.ts';
import { dropWords, keepWords, keptWords, type Words } from './kept-words.ts';
import { type Mark, marked, markNames } from './marks.ts';
import { PhonePreview } from './PhonePreview.tsx';
import own from './Texts.module.css';

type Saved = AdminInput<'POST content/save'>;
/** Keys that set a mark, with Ctrl or the command key. */
const keys: Readonly<Record<string, Mark>> = { b: 'strong', k: 'link' };

/** Writes a draft. What is typed becomes a tree at once and is shown as on a phone; what no tree may have is named before it is sent. */
export function TextEditor({
  article,
  language,
  isTerms,
  begin,
  draft,
  ready,
  beside,
  onSaved,
  onCancel,
}: {
  article: Saved['article'];
  language: TextLanguage;
  isTerms: boolean;
  begin: { title: string; summary: string; written: string; stricter: boolean };
  draft: { id: string; revision: number } | null;
  ready: boolean;
  /** What a translator reads while writing. */
  beside?: ReactNode;
  onSaved: (saved: AdminOutput<'POST content/save'>) => void;
  onCancel?: () => void;
}) {
  const name = `${'id' in article ? article.id : 'new'} ${language}`;
  const over = draft ? `${draft.id} ${draft.revision}` : 'nothing';
  const [kept] = useState(() => keptWords(name, over));
  const [words, setWords] = useState<Words>(kept ?? begin);
  const { title, summary, written, stricter } = words;
  const put = <Name extends keyof Words>(field: Name, value: Words[Name]) => {
    const next = { ...words, [field]: value };
    setWords(next);
    keepWords(name, over, next);
  };
  const startOver = () => {
    dropWords(name);
    setWords(begin);
  };
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const { tree, problem: unusable } = useMemo(() => readTree(treeFrom(written)), [written]);
  const mark = (what: Mark) => {
    const area = box.current?.querySelector('textarea');
    if (!area) return;
    const edit = marked(area.value, area.selectionStart, area.selectionEnd, what);
    area.focus();
    area.setSelectionRange(edit.start, edit.end);
    // Typed by the browser, so that it can be undone. One that does not type gets the text as a whole.
    if (!document.execCommand?.('insertText', false, edit.piece)) {
      area.setRangeText(edit.piece, edit.start, edit.end);
      put('written', area.value);
    }
    requestAnimationFrame(() => area.setSelectionRange(edit.from, edit.to));
  };
  const whole = ready && title.trim() !== '' && summary.trim() !== '' && tree !== undefined;
  const save = () => {
    if (!whole || busy) return;
    setBusy(true);
    setProblem('');
    act('POST content/save', { article, language, draft, title, summary, body: tree, stricter: isTerms && stricter })
      .then(
        (saved) => {
          dropWords(name);
          onSaved(saved);
        },
        (error: unknown) => setProblem(whyOf(error)),
      )
      .finally(() => setBusy(false));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const what = keys[event.key];
    if (what === undefined && event.key !== 's') return;
    event.preventDefault();
    if (what) mark(what);
    else save();
  };
  return (
    <div className={own.editor}>
      <div ref={box}>
        {beside}
        {kept && (
          <p role="status">
            {t('console.content.kept')}{' '}
            <Button kind="plain" size="small" onClick={startOver}>
              {t('console.content.startOver')}
            </Button>
          </p>
        )}
        <TextField
          label={t('console.content.name')}
          value={title}
          onChange={(value) => put('title', value)}
          lang={language}
          maxLength={titleAtMost}
        />
        <TextField
          label={t('console.content.summary')}
          value={summary}
          onChange={(value) => put('summary', value)}
          lang={language}
          maxLength={summaryAtMost}
        />
        <div className={styles.actions} role="toolbar" aria-label={t('console.content.insert')}>
          {markNames.map((what) => (
            <Button key={what} kind="outline" size="small" onClick={() => mark(what)}>
              {t(`console.content.insert.${what}`)}
            </Button>
          ))}
        </div>
        <TextArea
          label={t('console.content.body')}
          hint={t('console.content.bodyHint')}
          value={written}
          onChange={(value) => put('written', value)}
          onKeyDown={onKeyDown}
          lang={language}
          rows={18}
          error={written !== '' && unusable ? t('console.content.cannot', { what: unusable }) : undefined}
        />
        {isTerms && (
          <Checkbox checked={stricter} onChange={(value) => put('stricter', value)}>
            {t('console.content.stricter')}
          </Checkbox>
        )}
        <div className={styles.actions}>
          <Button busy={busy} disabled={!whole} onClick={save}>
            {t('console.content.save')}
          </Button>
          {onCancel && (
            <Button
              kind="outline"
              onClick={() => {
                dropWords(name);
                onCancel();
              }}
            >
              {t('console.cancel')}
            </Button>
          )}
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
