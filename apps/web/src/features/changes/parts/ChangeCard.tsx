import { Chip, type ChipTone, type Fact, Facts } from '@bourse/ui';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime, isoTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../ChangesScreen.module.css';
import { type Change, figureOf, railName, termOf } from '../figures.ts';

const tones: Readonly<Record<Change['state'], ChipTone>> = {
  waits: 'warn',
  inForce: 'ok',
  withdrawn: 'plain',
  replaced: 'plain',
  failed: 'error',
};

/** One change: what, before and after, from when, who and why. */
export function ChangeCard({ change, onSymbol }: { change: Change; onSymbol: (symbol: string) => void }) {
  const t = useT();
  const zone = useTimeZone();
  const { symbol, rail, subject, state, worse, first, differences, origin, reason, announcedAt, from, endedAt, endReason } = change;
  const moment = (ms: number) => <time dateTime={isoTime(ms)}>{formatTime(ms, 'full', zone)}</time>;
  const facts: Fact[] = [
    { name: t('changes.announcedAt'), value: moment(announcedAt) },
    { name: t(state === 'inForce' ? 'changes.inForceSince' : 'changes.takesEffect'), value: moment(from), strong: state === 'waits' },
    ...(endedAt === null ? [] : [{ name: t('changes.endedAt'), value: moment(endedAt) }]),
    { name: t('changes.who'), value: t(`changes.origin.${origin}`) },
    { name: t('changes.why'), value: reason === '' ? t(`changes.why.${origin}`) : <bdi>{reason}</bdi> },
    ...(state === 'failed' ? [{ name: t('changes.endReason'), value: t('changes.failed') }] : []),
    ...(state === 'withdrawn' && endReason !== '' ? [{ name: t('changes.endReason'), value: <bdi>{endReason}</bdi> }] : []),
  ];
  return (
    <li className={styles.change} data-state={state}>
      <h2 className={styles.head}>
        <span className={styles.name}>
          {symbol === null ? (
            rail === null ? (
              t('changes.exchange')
            ) : (
              <bdi>{railName(t, rail)}</bdi>
            )
          ) : (
            <button type="button" className={styles.symbol} onClick={() => onSymbol(symbol)}>
              {symbol}
            </button>
          )}
          <span className={styles.subject}>{t(`changes.subject.${subject}`)}</span>
        </span>
        <span className={styles.chips}>
          {worse && <Chip tone="down">{t('changes.worse')}</Chip>}
          <Chip tone={tones[state]}>{t(`changes.state.${state}`)}</Chip>
        </span>
      </h2>
      {first && <p className={styles.first}>{t('changes.first')}</p>}
      {differences.length > 0 && (
        <ul className={styles.differences}>
          {differences.map((one) => (
            <li key={`${one.field} ${one.at}`}>
              <span>{termOf(t, one)}</span>
              <span className={styles.figures}>
                <span className="visually-hidden">
                  {t('changes.fromTo', { before: figureOf(t, one, one.before), after: figureOf(t, one, one.after) })}
                </span>
                <s aria-hidden="true">{figureOf(t, one, one.before)}</s>
                <span aria-hidden="true" className={styles.arrow}>
                  →
                </span>
                <b aria-hidden="true">{figureOf(t, one, one.after)}</b>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Facts dense facts={facts} />
    </li>
  );
}
