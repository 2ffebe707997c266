import { decimalCompare, decimalSign } from '@bourse/money';
import type { EarnHolding } from '@bourse/protocol';
import { Button, Confirm, NumberField } from '@bourse/ui';
import { type FormEvent, useRef, useState } from 'react';
import { serverNow, useOfflineSince } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { isAmount, typedAmount } from '../../deals/amounts.ts';
import { Came } from '../../deals/Came.tsx';
import styles from '../../deals/Form.module.css';
import { Note } from '../../deals/Note.tsx';
import { useScale } from '../../deals/useScale.ts';
import { earlyOf, interestOf } from '../model/earn.ts';
import { useTakeOut } from '../useHoldingActs.ts';
import { dayOf, useFigures } from '../words.ts';

type Acts = ReturnType<typeof useTakeOut>;
type PartProps = { holding: EarnHolding; acts: Acts; offline: boolean };

/** Taking money out of a holding, and what came of it. */
export function TakeOut({ holding }: { holding: EarnHolding }) {
  const t = useT();
  const acts = useTakeOut(holding.id);
  const offline = useOfflineSince() > 0;
  const { step } = acts.state;
  const open = holding.state === 'earning' && step !== 'unknown' && step !== 'missing';
  return (
    <div className={styles.form}>
      <Came
        state={acts.state}
        done={<Done {...{ acts }} asset={holding.asset} />}
        refused={t('earn.notDone')}
        unknownText={t('earn.unknownText')}
        {...{ acts }}
      />
      {open && (holding.days > 0 ? <Early {...{ holding, acts, offline }} /> : <Any {...{ holding, acts, offline }} />)}
    </div>
  );
}

/** A fixed term, before its end: it says what is lost, then asks once. */
function Early({ holding, acts, offline }: PartProps) {
  const t = useT();
  const { plain, own } = useFigures();
  const [asking, setAsking] = useState(false);
  const { principal, asset, rate, days, endsAt } = holding;
  const scale = useScale(asset, principal);
  const { soFar, paid, lost } = earlyOf(holding, scale, serverNow());
  const money = (value: string) => `${own(value)} ${asset}`;
  return (
    <>
      <Button kind="outline" size="large" wide disabled={offline} onClick={() => setAsking(true)}>
        {t('earn.redeemEarly')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('earn.earlyTitle', { principal: plain(principal), asset })}
        confirm={t('earn.redeemEarly')}
        cancel={t('earn.keep')}
        kind="danger"
        busy={acts.busy}
        onConfirm={() => void acts.redeem(principal).then(() => setAsking(false))}
      >
        <p>{t('earn.earlyPrincipal')}</p>
        <p>
          {decimalSign(soFar) === 0
            ? t('earn.earlyNothing')
            : t('earn.earlyLoses', { lost: own(lost), asset, earned: money(soFar), paid: money(paid) })}
        </p>
        {endsAt !== null && (
          <p>
            {t('earn.earlyInstead', { day: dayOf(endsAt), interest: own(interestOf({ amount: principal, rate, days }, scale)), asset })}
          </p>
        )}
      </Confirm>
    </>
  );
}

/** A flexible holding: any part of it, or its interest. */
function Any({ holding, acts, offline }: PartProps) {
  const t = useT();
  const { plain, own } = useFigures();
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const { principal, asset, earned } = holding;
  const scale = useScale(asset, principal);
  const payable = isAmount(amount, scale);
  const tooMuch = payable && decimalCompare(amount, principal) > 0;
  const all = payable && decimalCompare(amount, principal) === 0;
  const nothing = decimalSign(earned) === 0;
  const type = (text: string) => {
    setTried(false);
    if (acts.state.step !== 'form') acts.forget();
    setAmount(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!payable || tooMuch) return field.current?.querySelector('input')?.focus();
    if (acts.busy || offline) return;
    void acts.redeem(amount).then((settled) => {
      if (settled.state === 'accepted') setAmount('');
      setTried(false);
    });
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate aria-label={t('earn.redeem')}>
        <div ref={field}>
          <NumberField
            label={t('earn.redeemAmount')}
            value={amount}
            onChange={type}
            decimals={scale}
            asset={asset}
            hint={t('earn.redeemOf', { principal: own(principal), asset })}
            error={tooMuch ? t('earn.redeemMax', { max: own(principal), asset }) : tried && !payable ? t('earn.amountProblem') : undefined}
            trailing={
              <button type="button" className={styles.all} onClick={() => type(typedAmount(principal, scale))}>
                {t('earn.all')}
              </button>
            }
          />
        </div>
        {payable && !tooMuch && (
          <p className={styles.muted}>{all ? t('earn.redeemAll', { interest: own(earned), asset }) : t('earn.redeemPart')}</p>
        )}
        <Button type="submit" size="large" wide busy={acts.busy} disabled={offline}>
          {payable ? t('earn.redeemFor', { amount: plain(amount), asset }) : t('earn.redeem')}
        </Button>
      </form>
      <div>
        <Button kind="outline" size="large" wide disabled={offline || acts.busy || nothing} onClick={() => void acts.extract()}>
          {nothing ? t('earn.extract') : t('earn.extractFor', { interest: own(earned), asset })}
        </Button>
        {nothing && <p className={styles.muted}>{t('earn.nothingEarned')}</p>}
      </div>
      {offline && <Note offline>{t('earn.offline')}</Note>}
    </>
  );
}

function Done({ acts: { state }, asset }: { acts: Acts; asset: string }) {
  const t = useT();
  const { own } = useFigures();
  if (state.step !== 'done') return null;
  const amount = 'amount' in state.input ? state.input.amount : undefined;
  const interest = state.answer?.interest;
  if (amount === undefined) return interest === undefined ? t('earn.doneText') : t('earn.extracted', { interest: own(interest), asset });
  return decimalSign(interest ?? '0') === 0
    ? t('earn.redeemed', { amount: own(amount), asset })
    : t('earn.redeemedWith', { amount: own(amount), asset, interest: own(interest ?? '0') });
}
