import { Button, ErrorState, Sheet, toast } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type CallOutput, cache, call, lastValue, readKey, useAction, useProtection, useRead, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { tMaybe, useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import type { Submission } from '../ticket/submission.ts';
import styles from './leverage.module.css';

type Protection = CallOutput<'GET system/protection/get'>;
export type Product = Protection['products'][number]['product'];

/** Tells the risks before a product's first order, and asks about them. The answer sends nothing: the order needs a press of its own. */
export function useSuitability(product: Product, send: () => void) {
  const protection = lastValue(useProtection());
  const [asking, setAsking] = useState(false);
  const known = protection?.products.find((each) => each.product === product);
  const needed = protection?.suitability.state !== 'passed' && known?.enabled === false && known.reason === 'suitability';
  return {
    /** Sends, or asks first where the customer has not answered. */
    guard: (opens: boolean) => (opens && needed ? setAsking(true) : send()),
    ask: () => setAsking(true),
    remedyOf: (submission: Submission) => <Remedy submission={submission} onAsk={() => setAsking(true)} />,
    /** The same without a sheet, where another layer is open already. */
    inline: asking && <Asked product={product} onPassed={() => setAsking(false)} />,
    sheet: asking && <SuitabilitySheet product={product} onClose={() => setAsking(false)} />,
  };
}

const ownLimits = ['productDisabled', 'lossLimitReached', 'coolingOff', 'selfExcluded', 'suitabilityTooSoon', 'accountRestricted'];

/** The next step after a protective refusal: the suitability questions, or the page of the customer's own limits. */
function Remedy({ submission, onAsk }: { submission: Submission; onAsk: () => void }) {
  const t = useT();
  if (submission.state !== 'rejected' || submission.name === undefined) return null;
  if (submission.name === 'suitabilityNeeded')
    return (
      <Button size="small" onClick={onAsk}>
        {t('leverage.protectionAnswer')}
      </Button>
    );
  if (!ownLimits.includes(submission.name)) return null;
  return (
    <>
      <span>{tMaybe(`leverage.protection_${submission.name}`)}</span>{' '}
      <Link to="/mine/protection" className={styles.link}>
        {t('leverage.protectionGo')}
      </Link>
    </>
  );
}

function SuitabilitySheet({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useT();
  return (
    <Sheet open onClose={onClose} title={t('leverage.suitTitle')}>
      <Asked product={product} onPassed={onClose} />
    </Sheet>
  );
}

function Asked({ product, onPassed }: { product: Product; onPassed: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const remote = useProtection();
  const suitability = lastValue(remote)?.suitability;
  const passed = (after: Protection) => {
    cache.write(readKey('GET system/protection/get', {}), after);
    if (after.suitability.state !== 'passed') return;
    toast('success', t('leverage.suitPassed'));
    onPassed();
  };
  if (!suitability) return <Unread remote={remote} compact rows={4} />;
  const { state, asks, againAt } = suitability;
  if (state === 'failed')
    return (
      <ErrorState compact title={t('leverage.suitFailed')}>
        {againAt === null ? t('leverage.suitFailedWhyOpen') : t('leverage.suitFailedWhy', { time: formatTime(againAt, 'dateTime', zone) })}
      </ErrorState>
    );
  return asks === 'questions' ? <Questions onAnswer={passed} /> : <Risks product={product} onConfirm={passed} />;
}

const risks = ['leverage.suitRiskMargin', 'leverage.suitRiskLiquidation', 'leverage.suitRiskCross', 'leverage.suitRiskTimed'] as const;
const loanRisk = 'leverage.suitRiskLoan' as const;

/** What leverage can do, for a demo account, with one button that says that the customer has read it. */
function Risks({ product, onConfirm }: { product: Product; onConfirm: (after: Protection) => void }) {
  const t = useT();
  // Whoever borrows reads the risk of a loan first.
  const told = product === 'loan' ? [loanRisk, ...risks] : [...risks, loanRisk];
  const confirm = useAction(async () => onConfirm(await call('POST system/protection/acknowledge', {}, { noMsg: true })));
  return (
    <div className={styles.column}>
      <p className={styles.note}>{t('leverage.suitRisks')}</p>
      <ul className={styles.risks}>
        {told.map((risk) => (
          <li key={risk}>{t(risk)}</li>
        ))}
      </ul>
      <p className={styles.note}>{t('leverage.suitRiskReal')}</p>
      {confirm.error && (
        <p className={styles.warn} role="alert">
          {confirm.error.message}
        </p>
      )}
      <Button wide size="large" busy={confirm.busy} onClick={() => void confirm.run(undefined)}>
        {t('leverage.suitAcknowledge')}
      </Button>
    </div>
  );
}

function Questions({ onAnswer }: { onAnswer: (after: Protection) => void }) {
  const t = useT();
  const questions = useRead('GET system/protection/questions', {}, { needsSession: true, staleMs: 60_000 });
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState(false);
  const list = lastValue(questions);
  const answer = useAction(async () => {
    const answers = Object.entries(chosen).map(([id, option]) => ({ id, option }));
    onAnswer(await call('POST system/protection/answer', { answers }, { noMsg: true }));
  });
  if (!list) return <Unread remote={questions} compact rows={4} />;
  const missing = list.some((question) => chosen[question.id] === undefined);
  return (
    <form
      className={styles.column}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!missing) void answer.run(undefined);
      }}
    >
      <p className={styles.note}>{t('leverage.suitWhy')}</p>
      {list.map((question) => (
        <fieldset key={question.id} className={styles.question}>
          <legend>{question.text}</legend>
          {question.options.map((option) => (
            <label key={option.id} className={styles.answer}>
              <input
                type="radio"
                name={question.id}
                value={option.id}
                checked={chosen[question.id] === option.id}
                onChange={() => setChosen({ ...chosen, [question.id]: option.id })}
              />
              {option.text}
            </label>
          ))}
        </fieldset>
      ))}
      {(answer.error || (tried && missing)) && (
        <p className={styles.warn} role="alert">
          {answer.error?.message ?? t('leverage.suitAll')}
        </p>
      )}
      <Button type="submit" wide size="large" busy={answer.busy}>
        {t('leverage.suitSend')}
      </Button>
    </form>
  );
}
