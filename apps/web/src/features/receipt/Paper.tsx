import { Chip, cx, Fingerprint, IconAlert, IconCheck, useUi } from '@bourse/ui';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/index.ts';
import { useProof } from '../evidence/use-proof.ts';
import styles from './Paper.module.css';
import { ProofStep } from './ProofStep.tsx';
import { type StepKey, stepKeys, type Verdicts } from './steps.ts';
import type { Receipt } from './useReceipt.ts';

/** The layout of every receipt: subject, verdict, four steps, the proof that the log holds it, document. */

const titles = { inputs: 'trade.stepInputs', rule: 'trade.stepRule', arithmetic: 'trade.stepArithmetic', hash: 'trade.stepHash' } as const;

export type PaperProps = {
  /** "Bought · BTC/USDT" */
  about: ReactNode;
  figure: ReactNode;
  unit: string;
  when: ReactNode;
  verdicts: Verdicts;
  receipt: Receipt;
  /** The hash computed here. */
  hash: string;
  /** A receipt of the demo venue: play money, whoever looks at it. */
  demo: boolean;
  children: ReactNode;
};

export function Paper({ about, figure, unit, when, verdicts, receipt, hash, demo, children }: PaperProps) {
  const t = useT();
  const { amountsHidden } = useUi();
  const { document, hash: stated } = receipt;
  const proof = useProof(receipt);
  const proven = proof.state === 'done' ? proof.checked.verdict : 'unchecked';
  const badStep = stepKeys.find((key) => !verdicts[key]);
  const bad = badStep !== undefined || proven === 'differs';
  // What could not be checked yet is not counted as good.
  const good = stepKeys.filter((key) => verdicts[key]).length + (proven === 'agrees' ? 1 : 0);
  return (
    <article>
      <header className={styles.head}>
        <p className={styles.kind}>
          <span className="names">{about}</span> {demo && <Chip tone="warn">{t('common.demo')}</Chip>}
        </p>
        <p className={styles.figure}>
          {figure}
          <span className={styles.unit}>{unit}</span>
        </p>
        <p className={styles.when}>{when}</p>
      </header>
      <div className={cx(styles.verdict, bad ? styles.differs : styles.agrees)} role="status">
        <span className={styles.seal}>
          {bad ? <IconAlert size={20} aria-hidden /> : <IconCheck size={20} strokeWidth={2.5} aria-hidden />}
        </span>
        <div className={styles.words}>
          <strong>{t(bad ? 'trade.differs' : 'trade.agrees')}</strong>
          <span>
            {bad
              ? t('trade.differsWhy', { step: t(badStep === undefined ? 'evidence.stepLog' : titles[badStep]) })
              : t('trade.agreesWhy', { done: good, all: stepKeys.length + 1 })}
          </span>
        </div>
        <div className={styles.prints}>
          <Fingerprint hash={stated} size={30} label={t('trade.hashOurs')} />
          <span aria-hidden>{hash === stated ? '=' : '≠'}</span>
          <Fingerprint hash={hash} size={30} label={t('trade.hashYours')} />
        </div>
      </div>
      {children}
      <ProofStep proof={proof} />
      {/* The document contains amounts: amount hiding hides its text too. */}
      {!amountsHidden && (
        <details className={styles.document}>
          <summary>{t('trade.documentText')}</summary>
          <pre dir="ltr">{document}</pre>
        </details>
      )}
    </article>
  );
}

export function StepBox({ name, verdicts, note, children }: { name: StepKey; verdicts: Verdicts; note: string; children: ReactNode }) {
  const t = useT();
  const good = verdicts[name];
  return (
    <section className={styles.step}>
      <span className={cx(styles.mark, !good && styles.markBad)}>
        {good ? <IconCheck size={14} strokeWidth={2.5} aria-hidden /> : <IconAlert size={14} aria-hidden />}
      </span>
      <div className={styles.stepBody}>
        <div className={styles.stepHead}>
          <h2>
            {t(titles[name])}
            {!good && <span className={styles.badWord}> {t('trade.stepBad')}</span>}
          </h2>
          <span>{note}</span>
        </div>
        {children}
      </div>
    </section>
  );
}

export function Fact({ name, value, why }: { name: string; value: ReactNode; why?: ReactNode }) {
  return (
    <div className={styles.fact}>
      <span>{name}</span>
      <span dir="ltr">{value}</span>
      {why !== undefined && <span className={styles.why}>{why}</span>}
    </div>
  );
}

export const Rule = ({ children }: { children: ReactNode }) => <p className={styles.rule}>{children}</p>;

/** Shows the first rules and puts the others a tap away: readers come for the arithmetic below. */
export function MoreRules({ count, children }: { count: number; children: ReactNode }) {
  const t = useT();
  return (
    <details className={styles.more}>
      <summary>{t('receipt.moreRules', { count })}</summary>
      <div>{children}</div>
    </details>
  );
}

export type SumProps = { left: ReactNode; result: ReactNode; agrees: boolean; stated: ReactNode; note?: ReactNode };
/** One line of the arithmetic. Where the result differs, the stated figure appears below it. */
export function Sum({ left, result, agrees, stated, note }: SumProps) {
  const t = useT();
  return (
    <div className={cx(styles.sum, !agrees && styles.wrong)}>
      <span>{left}</span>
      <span className={styles.result}>{result}</span>
      {note && <span className={styles.noteLine}>{note}</span>}
      {!agrees && (
        <span className={styles.noteLine}>
          {t('trade.stepBad')}: {stated}
        </span>
      )}
    </div>
  );
}

export type Chain = { firstSeq: string; lastSeq: string; hash: string } | null;

/** Both hashes, and the block of the journal chain that contains the receipt. */
export function HashStep({ verdicts, hash, stated, chain }: { verdicts: Verdicts; hash: string; stated: string; chain: Chain }) {
  const t = useT();
  return (
    <StepBox name="hash" verdicts={verdicts} note="SHA-256">
      <Hash text={hash} />
      {hash !== stated && (
        <>
          <p className={styles.noteLine}>{t('trade.hashOurs')}</p>
          <Hash text={stated} />
        </>
      )}
      <p className={styles.noteLine}>
        {chain ? t('trade.hashChain', { first: chain.firstSeq, last: chain.lastSeq }) : t('trade.hashNotYet')}
      </p>
    </StepBox>
  );
}

/** A hash in lines of eight groups of four digits. */
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
