import { formatAmount, formatRatio, trimZeros } from '@bourse/money';
import { Amount, cx, ErrorState, Fingerprint, hiddenAmount, IconAlert, IconCheck, Skeleton, Total, useUi } from '@bourse/ui';
import type { ReactNode } from 'react';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { DemoChip } from '../../../shell/labels.tsx';
import styles from './ReceiptView.module.css';
import type { Recomputed, StepKey } from './recompute.ts';
import type { Receipt, ReceiptState } from './useReceipt.ts';

const stepKeys = ['inputs', 'rule', 'arithmetic', 'hash'] as const satisfies readonly StepKey[];
const titles = { inputs: 'trade.stepInputs', rule: 'trade.stepRule', arithmetic: 'trade.stepArithmetic', hash: 'trade.stepHash' } as const;

/** Inputs, rule, arithmetic, hash: each worked out here, each with its own verdict. */
export default function ReceiptView({ state }: { state: ReceiptState }) {
  const t = useT();
  if (state.state === 'failed')
    return (
      <ErrorState title={t('trade.receiptUnknown')} onRetry={state.retry}>
        {state.message} {t('trade.receiptUnknownWhy')}
      </ErrorState>
    );
  if (state.state === 'loading')
    return (
      <div role="status" aria-label={t('trade.recomputing')}>
        <div className={styles.head}>
          <Skeleton width={140} />
          <Skeleton width={220} height={36} />
          <Skeleton width={260} height={12} />
        </div>
        <div className={styles.verdict}>
          <Skeleton width="60%" height={40} />
        </div>
        <div className={styles.step}>
          <Skeleton height={120} />
        </div>
      </div>
    );
  if (!state.recomputed) return <ErrorState title={t('trade.receiptUnknown')}>{t('trade.receiptUnreadable')}</ErrorState>;
  return <Paper receipt={state.receipt} done={state.recomputed} />;
}

function Paper({ receipt, done }: { receipt: Receipt; done: Recomputed }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const zone = useTimeZone();
  const { facts } = done;
  const figure = (text: string, decimals?: number) => (amountsHidden ? hiddenAmount : formatAmount(text, { locale, decimals }));
  /** Figures inside a line of arithmetic, one by one, so that each is grouped and hidden like any other. */
  const figures = (text: string) => text.replace(/[0-9]+(?:\.[0-9]+)?/g, (number) => figure(number));
  const good = stepKeys.filter((key) => done.steps[key]).length;
  const bad = stepKeys.find((key) => !done.steps[key]);
  const received = done.receivedCode;
  const rate = formatRatio(done.feeRate, { locale, decimals: 3 });
  const digits = facts.side === 'buy' ? facts.baseScale : facts.quoteScale;
  return (
    <article>
      <header className={styles.head}>
        <p className={styles.kind}>
          {t('trade.receiptOf', { side: facts.side, symbol: facts.symbol })} <DemoChip />
        </p>
        <p className={styles.figure}>
          <Amount value={done.net} sign="always" size="total" />
          <span className={styles.unit}>{received}</span>
        </p>
        <p className={styles.when}>
          {t('trade.receiptLine', { time: formatTime(facts.time, 'full', zone), id: String(facts.fill) })} ·{' '}
          {t('trade.ledgerLine', { id: `${facts.seq}` })}
        </p>
      </header>
      <div className={cx(styles.verdict, done.agrees ? styles.agrees : styles.differs)} role="status">
        <span className={styles.seal}>
          {done.agrees ? <IconCheck size={20} strokeWidth={2.5} aria-hidden /> : <IconAlert size={20} aria-hidden />}
        </span>
        <div className={styles.words}>
          <strong>{t(done.agrees ? 'trade.agrees' : 'trade.differs')}</strong>
          <span>
            {done.agrees || !bad
              ? t('trade.agreesWhy', { done: good, all: stepKeys.length })
              : t('trade.differsWhy', { step: t(titles[bad]) })}
          </span>
        </div>
        <div className={styles.prints}>
          <Fingerprint hash={receipt.hash} size={30} label={t('trade.hashOurs')} />
          <span aria-hidden>{done.hash === receipt.hash ? '=' : '≠'}</span>
          <Fingerprint hash={done.hash} size={30} label={t('trade.hashYours')} />
        </div>
      </div>
      <StepBox name="inputs" done={done} note={t('trade.factsCount', { count: 4 })}>
        <Fact
          name={t('trade.quantity')}
          value={`${figure(done.quantity)} ${facts.baseCode}`}
          why={t('trade.inputLots', { count: facts.lots, lot: figure(lotOf(facts)) })}
        />
        <Fact name={t('trade.price')} value={`${formatAmount(done.price, { locale })} ${facts.quoteCode}`} why={t('trade.inputPrice')} />
        <Fact name={t('trade.inputRate')} value={rate} why={t(facts.role === 'taker' ? 'trade.inputTaker' : 'trade.inputMaker')} />
        <Fact
          name={t('trade.order')}
          value={`${facts.order}`}
          why={t(facts.side === 'buy' ? 'trade.inputBuy' : 'trade.inputSell', { asset: received })}
        />
      </StepBox>
      <StepBox name="rule" done={done} note={t('trade.ruleName', { name: 'S-1', version: facts.version })}>
        <p className={styles.rule}>{t('trade.ruleAmount')}</p>
        <p className={styles.rule}>{t('trade.ruleFee', { digits })}</p>
        <p className={styles.rule}>{t('trade.ruleNet')}</p>
      </StepBox>
      <StepBox name="arithmetic" done={done} note={t('trade.yourNumbers')}>
        {done.lines.map((line) => (
          <div key={line.left} className={cx(styles.sum, !line.agrees && styles.wrong)}>
            <span>{figures(line.left)}</span>
            {line.total ? (
              <Total>
                {figure(line.result)} {received}
              </Total>
            ) : (
              <span className={styles.result}>{figure(line.result)}</span>
            )}
            {line.note && <span className={styles.noteLine}>{t(line.note === 'rounded' ? 'trade.roundedUp' : 'trade.unrounded')}</span>}
            {!line.agrees && (
              <span className={styles.noteLine}>
                {t('trade.stepBad')}: {figure(line.stated)}
              </span>
            )}
          </div>
        ))}
      </StepBox>
      <StepBox name="hash" done={done} note="SHA-256">
        <Hash text={done.hash} />
        {done.hash !== receipt.hash && (
          <>
            <p className={styles.noteLine}>{t('trade.hashOurs')}</p>
            <Hash text={receipt.hash} />
          </>
        )}
        <p className={styles.noteLine}>
          {receipt.chain ? t('trade.hashChain', { first: receipt.chain.firstSeq, last: receipt.chain.lastSeq }) : t('trade.hashNotYet')}
        </p>
      </StepBox>
      <details className={styles.document}>
        <summary>{t('trade.documentText')}</summary>
        <pre dir="ltr">{receipt.document}</pre>
      </details>
    </article>
  );
}

const lotOf = (facts: Recomputed['facts']): string => {
  const units = facts.lotUnits.padStart(facts.baseScale + 1, '0');
  return facts.baseScale === 0 ? units : trimZeros(`${units.slice(0, -facts.baseScale)}.${units.slice(-facts.baseScale)}`);
};

function StepBox({ name, done, note, children }: { name: StepKey; done: Recomputed; note: string; children: ReactNode }) {
  const t = useT();
  const good = done.steps[name];
  return (
    <section className={styles.step}>
      <span className={cx(styles.mark, !good && styles.markBad)}>
        {good ? <IconCheck size={14} strokeWidth={2.5} aria-hidden /> : <IconAlert size={14} aria-hidden />}
      </span>
      <div className={styles.stepBody}>
        <div className={styles.stepHead}>
          <h3>
            {t(titles[name])}
            {!good && <span className={styles.badWord}> {t('trade.stepBad')}</span>}
          </h3>
          <span>{note}</span>
        </div>
        {children}
      </div>
    </section>
  );
}

function Fact({ name, value, why }: { name: string; value: string; why: string }) {
  return (
    <div className={styles.fact}>
      <span>{name}</span>
      <span>{value}</span>
      <span className={styles.why}>{why}</span>
    </div>
  );
}

/** Eight groups of four to a line. */
function Hash({ text }: { text: string }) {
  const groups = text.match(/.{1,4}/g) ?? [];
  return (
    <p className={styles.hash} dir="ltr">
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
        <span key={at}>{group}</span>
      ))}
    </p>
  );
}
