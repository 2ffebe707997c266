import { decimalSign } from '@bourse/money';
import { Button } from '@bourse/ui';
import { lastValue } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Form.module.css';
import { Outcome } from '../../deals/Outcome.tsx';
import { useLoan } from '../reads.ts';
import type { BorrowState } from '../useLoanActs.ts';
import { useFigures } from '../words.ts';

type Props = {
  state: Extract<BorrowState, { step: 'done' | 'unknown' | 'missing' }>;
  asset: string;
  onLoan: (id: string) => void;
  onAgain: () => void;
  onSend: () => void;
};

/** What became of a wish for a loan: paid out, or waiting for a decision. */
export function Result({ state, asset, onLoan, onAgain, onSend }: Props) {
  const t = useT();
  const { own } = useFigures();
  const answer = state.step === 'done' ? state.answer : undefined;
  const loan = lastValue(useLoan(answer?.id ?? ''))?.loan;
  const waits = answer !== undefined && decimalSign(answer.paid) === 0;
  return (
    <div role="status">
      <Outcome
        step={state.step}
        {...{ waits, onAgain, onSend }}
        title={t(waits ? 'loans.waitsTitle' : 'loans.doneTitle')}
        unknownText={t('loans.unknownText')}
        missingTitle={t('loans.missingTitle')}
      >
        <p className={styles.figure}>
          {waits || answer === undefined
            ? `${own(state.input.amount)} ${asset}`
            : t('loans.done', { amount: own(loan?.lent ?? answer.paid), asset })}
        </p>
        {waits && <p className={styles.text}>{t('loans.waitsText')}</p>}
        {answer === undefined && <p className={styles.text}>{t('loans.doneText')}</p>}
        <div className={styles.buttons}>
          <Button kind="outline" size="large" onClick={onAgain}>
            {t('loans.another')}
          </Button>
          {answer !== undefined && (
            <Button size="large" onClick={() => onLoan(answer.id)}>
              {t('loans.see')}
            </Button>
          )}
        </div>
      </Outcome>
    </div>
  );
}
