import { decimalSign } from '@bourse/money';
import type { Loan } from '@bourse/protocol';
import { Button, Confirm } from '@bourse/ui';
import { useState } from 'react';
import { useOfflineSince, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Form.module.css';
import { Note } from '../../deals/Note.tsx';
import { useLoanActs } from '../useLoanActs.ts';
import { useFigures } from '../words.ts';

/** The longest that a decision takes. */
const decisionMs = 86_400_000;

/** A large loan that nobody has decided about: until when somebody does, and the way back. */
export function Waiting({ loan }: { loan: Loan }) {
  const t = useT();
  const zone = useTimeZone();
  const { plain, own } = useFigures();
  const offline = useOfflineSince() > 0;
  const acts = useLoanActs(loan.id);
  const [asking, setAsking] = useState(false);
  const { state, askedAt, asset, collateralAsset, collateral, lent } = loan;
  const { step } = acts.state;
  if (state !== 'waiting' || decimalSign(collateral) === 0 || step === 'unknown' || step === 'missing') return null;
  return (
    <div className={styles.form}>
      <Note>{t('loans.waitingText', { time: formatTime(askedAt + decisionMs, 'dateTime', zone) })}</Note>
      <Button kind="outline" size="large" wide disabled={offline} busy={acts.busy} onClick={() => setAsking(true)}>
        {t('loans.takeBack')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('loans.takeBackTitle', { amount: plain(lent), asset })}
        confirm={t('loans.takeBack')}
        cancel={t('loans.keepIt')}
        busy={acts.busy}
        onConfirm={() => void acts.cancel().then(() => setAsking(false))}
      >
        <p>{t('loans.takeBackText', { collateral: own(collateral), coin: collateralAsset })}</p>
      </Confirm>
    </div>
  );
}
