import { decimalAdd, decimalCompare, decimalSign, decimalSubtract } from '@bourse/money';
import type { Loan } from '@bourse/protocol';
import { Button, NumberField, Segmented } from '@bourse/ui';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { lastValue, useBalances, useOfflineSince } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { isAmount, typedAmount } from '../../deals/amounts.ts';
import { Came } from '../../deals/Came.tsx';
import styles from '../../deals/Form.module.css';
import { Max } from '../../deals/Max.tsx';
import { Note } from '../../deals/Note.tsx';
import { useScale } from '../../deals/useScale.ts';
import { afterRepaying, coinWallet, interestOf, type Scales, shareOf } from '../model/loan.ts';
import { type LoanActs, useLoanActs } from '../useLoanActs.ts';
import { useFigures } from '../words.ts';
import { Coins } from './Coins.tsx';

type Live = NonNullable<Loan['live']>;
type Kind = 'repay' | 'add' | 'take';
type PartProps = {
  loan: Loan;
  live: Live;
  acts: LoanActs;
  offline: boolean;
  scales: Scales;
  held: (asset: string, wallet: number) => string;
};

/** Repaying, adding collateral and taking some back, and what came of it. */
export function Acts({ loan }: { loan: Loan }) {
  const t = useT();
  const acts = useLoanActs(loan.id);
  const offline = useOfflineSince() > 0;
  const balances = lastValue(useBalances());
  const [kind, setKind] = useState<Kind>('repay');
  const { live, asset, collateralAsset } = loan;
  const scales: Scales = { base: useScale(collateralAsset, loan.collateral), quote: useScale(asset, loan.lent) };
  const { step } = acts.state;
  const held = (code: string, wallet: number) => balances?.find((one) => one.wallet === wallet && one.asset === code)?.available ?? '0';
  const props = live === null ? undefined : { loan, live, acts, offline, scales, held };
  return (
    <div className={styles.form}>
      {props && (
        <Segmented
          label={t('loans.manage')}
          value={kind}
          onChange={(next) => {
            if (step !== 'unknown' && step !== 'missing') acts.forget();
            setKind(next);
          }}
          options={[
            { value: 'repay', label: t('loans.act_repay') },
            { value: 'add', label: t('loans.act_add') },
            { value: 'take', label: t('loans.act_take') },
          ]}
        />
      )}
      <Came
        state={acts.state}
        done={<Done {...{ loan, acts }} />}
        refused={t('loans.notDone')}
        unknownText={t('loans.unknownText')}
        {...{ acts }}
      />
      {props &&
        step !== 'unknown' &&
        step !== 'missing' &&
        (kind === 'repay' ? <Repay {...props} /> : kind === 'add' ? <Add {...props} /> : <TakeBack {...props} />)}
    </div>
  );
}

function Done({ loan: { asset, collateralAsset, state }, acts }: { loan: Loan; acts: LoanActs }) {
  const t = useT();
  const { own } = useFigures();
  const came = acts.state;
  if (came.step !== 'done') return null;
  const { input, answer } = came;
  if ('add' in input) return t(input.add ? 'loans.added' : 'loans.taken', { amount: own(input.amount), asset: collateralAsset });
  if (!('amount' in input)) return t('loans.cancelled');
  const paid = answer !== undefined && 'paid' in answer ? answer.paid : input.amount;
  return t(state === 'repaid' ? 'loans.repaidAll' : 'loans.repaid', { amount: own(paid), asset });
}

type FieldProps = {
  label: string;
  name: string;
  asset: string;
  scale: number;
  hint: string;
  /** The most that is possible, and what is said of more. */
  most: string;
  over: string;
  max: string;
  amount: string;
  onAmount: (amount: string) => void;
  acts: LoanActs;
  offline: boolean;
  send: () => Promise<unknown>;
  button: string;
  children?: ReactNode;
};

/** The one field of an act, with its problems, and its button. */
function ActForm({
  label,
  name,
  asset,
  scale,
  hint,
  most,
  over,
  max,
  amount,
  onAmount,
  acts,
  offline,
  send,
  button,
  children,
}: FieldProps) {
  const t = useT();
  const { plain } = useFigures();
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const given = isAmount(amount, scale);
  const tooMuch = given && decimalCompare(amount, most) > 0;
  const type = (text: string) => {
    setTried(false);
    if (acts.state.step !== 'form') acts.forget();
    onAmount(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!given || tooMuch) return field.current?.querySelector('input')?.focus();
    if (acts.busy || offline) return;
    void send().then(() => setTried(false));
  };
  const offered = typedAmount(most, scale);
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={name}>
      <div ref={field}>
        <NumberField
          {...{ label, asset, hint }}
          value={amount}
          onChange={type}
          decimals={scale}
          unit={asset}
          error={tooMuch ? over : tried && !given ? t('loans.amountProblem') : undefined}
          offer={tooMuch && offered !== '' ? { value: offered, label: t('loans.changeTo', { amount: plain(offered), asset }) } : undefined}
          trailing={max !== '' && <Max text={t('loans.max')} of={label} onClick={() => type(max)} />}
        />
      </div>
      {!tooMuch && children}
      {offline && <Note offline>{t('loans.offline')}</Note>}
      <Button type="submit" size="large" wide busy={acts.busy} disabled={offline}>
        {button}
      </Button>
    </form>
  );
}

const lesser = (a: string, b: string) => (decimalCompare(a, b) < 0 ? a : b);
type Settled = { state: string };

function Repay({ loan, live, acts, offline, scales, held }: PartProps) {
  const t = useT();
  const { plain, own, share } = useFigures();
  const [amount, setAmount] = useState('');
  const { asset, collateral, collateralAsset, principal, rate } = loan;
  const { debt, price } = live;
  const available = held(asset, coinWallet);
  const given = isAmount(amount, scales.quote);
  const { all, left } = given ? afterRepaying(debt, amount) : { all: false, left: debt };
  const then = given && !all && price !== null ? shareOf({ collateral, debt: left }, price, scales) : undefined;
  // All of it is still all of it when another hour begins meanwhile: no more than is owed is taken.
  const most = all ? decimalAdd(debt, interestOf(principal, rate, 1, scales.quote)) : amount;
  const send = () => acts.repay(most).then((settled: Settled) => settled.state === 'accepted' && setAmount(''));
  return (
    <ActForm
      {...{ acts, offline, asset, amount, send }}
      label={t('loans.repayAmount')}
      name={t('loans.act_repay')}
      scale={scales.quote}
      hint={t('loans.repayHint', { debt: own(debt), available: own(available), asset })}
      most={decimalCompare(available, debt) >= 0 && all ? amount : available}
      over={t('loans.tooMuch', { available: own(available), asset })}
      max={typedAmount(lesser(debt, available), scales.quote)}
      onAmount={setAmount}
      button={given ? t(all ? 'loans.repayAllFor' : 'loans.repayFor', { amount: plain(all ? debt : amount), asset }) : t('loans.act_repay')}
    >
      <p className={styles.muted}>
        {given &&
          (all
            ? t('loans.repayAll', { collateral: own(collateral), coin: collateralAsset })
            : t('loans.repayLeaves', { left: own(left), asset }))}{' '}
        {then !== undefined && t('loans.becomes', { share: share(then) })} {t('loans.repayNote')}
      </p>
    </ActForm>
  );
}

function Add({ loan, live, acts, offline, scales, held }: PartProps) {
  const t = useT();
  const { plain, own, share } = useFigures();
  const [amount, setAmount] = useState('');
  const { collateral, collateralAsset: asset, symbol } = loan;
  const { debt, price } = live;
  const available = held(asset, coinWallet);
  const given = isAmount(amount, scales.base);
  const then = given && price !== null ? shareOf({ collateral: decimalAdd(collateral, amount), debt }, price, scales) : undefined;
  const send = () => acts.change(true, amount).then((settled: Settled) => settled.state === 'accepted' && setAmount(''));
  return (
    <ActForm
      {...{ acts, offline, asset, amount, send }}
      label={t('loans.addAmount')}
      name={t('loans.act_add')}
      scale={scales.base}
      hint={t('loans.free', { amount: own(available), asset })}
      most={available}
      over={t('loans.tooMuch', { available: own(available), asset })}
      max={typedAmount(available, scales.base)}
      onAmount={setAmount}
      button={given ? t('loans.addFor', { amount: plain(amount), asset }) : t('loans.act_add')}
    >
      {decimalSign(available) === 0 && <Coins {...{ asset, symbol }} held={(wallet) => held(asset, wallet)} />}
      {then !== undefined && <p className={styles.muted}>{t('loans.becomes', { share: share(then) })}</p>}
    </ActForm>
  );
}

function TakeBack({ loan, live, acts, offline, scales }: PartProps) {
  const t = useT();
  const { plain, own, share, percent } = useFigures();
  const [amount, setAmount] = useState('');
  const { collateral, collateralAsset: asset, openLevel } = loan;
  const { debt, price, free } = live;
  const given = isAmount(amount, scales.base);
  const send = () => acts.change(false, amount).then((settled: Settled) => settled.state === 'accepted' && setAmount(''));
  if (price === null) return <Note>{t('loans.takeNoPrice')}</Note>;
  if (decimalSign(free) === 0) return <Note>{t('loans.takeNone', { open: percent(openLevel) })}</Note>;
  const then =
    given && decimalCompare(amount, free) <= 0
      ? shareOf({ collateral: decimalSubtract(collateral, amount), debt }, price, scales)
      : undefined;
  return (
    <ActForm
      {...{ acts, offline, asset, amount, send }}
      label={t('loans.takeAmount')}
      name={t('loans.act_take')}
      scale={scales.base}
      hint={t('loans.takeHint', { free: own(free), asset })}
      most={free}
      over={t('loans.takeMax', { max: own(free), asset })}
      max={typedAmount(free, scales.base)}
      onAmount={setAmount}
      button={given ? t('loans.takeFor', { amount: plain(amount), asset }) : t('loans.act_take')}
    >
      {then !== undefined && <p className={styles.muted}>{t('loans.becomes', { share: share(then) })}</p>}
    </ActForm>
  );
}
