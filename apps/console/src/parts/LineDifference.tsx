import type { differenceOf } from '@bourse/protocol/texts';
import { Checkbox } from '@bourse/ui';
import { useState } from 'react';
import { t } from '../words.ts';
import own from './Texts.module.css';

/** Lines beside a changed one that are shown with it. */
const around = 1;

/** What differs, line by line. Of what stayed only the neighbours are shown, so that a change in long terms is found; the rest on demand. */
export function LineDifference({ lines, language }: { lines: ReturnType<typeof differenceOf>; language: string }) {
  const [all, setAll] = useState(false);
  const near = (at: number) => lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same');
  const shown = lines.map((line, at) => ({ ...line, at })).filter(({ at }) => all || near(at));
  const left = lines.length - lines.filter((_, at) => near(at)).length;
  return (
    <>
      {left > 0 && (
        <Checkbox checked={all} onChange={setAll}>
          {t('console.content.unchanged', { count: left })}
        </Checkbox>
      )}
      {lines.every(({ kind }) => kind === 'same') && <p>{t('console.content.same')}</p>}
      <ol className={own.difference} lang={language} dir="auto">
        {shown.map(({ kind, text, at }, index) => (
          <li key={at} data-kind={kind} data-gap={index > 0 && shown[index - 1]!.at < at - 1}>
            {kind === 'old' ? <del>{text}</del> : kind === 'new' ? <ins>{text}</ins> : text}
          </li>
        ))}
      </ol>
    </>
  );
}
