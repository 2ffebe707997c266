import { checkIban } from '@bourse/bank-files/iban';
import type { Channel } from '@bourse/protocol';
import { Button, Chip, TextField } from '@bourse/ui';
import { type FormEvent, useState } from 'react';
import type { CallInput } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Problem } from '../../account/parts/AuthFrame.tsx';
import { lastOf, sameEnd } from '../model/ends.ts';
import { Added, useAdding } from './adding.tsx';
import styles from './book.module.css';

type Input = CallInput<'POST pay/bank-card/create'>;
/** The shortest IBAN, of Norway. Before that, what is typed is not judged. */
const shortest = 15;

/** A bank account in the customer's own name. Its check digits are computed while it is typed. */
export function AccountForm({ channel, onAdded }: { channel: Channel; onAdded: (id: string, label: string) => Promise<void> }) {
  const t = useT();
  const [account, setAccount] = useState('');
  const [again, setAgain] = useState('');
  const [holder, setHolder] = useState('');
  const [bank, setBank] = useState('');
  const [bic, setBic] = useState('');
  const [label, setLabel] = useState('');
  const [tried, setTried] = useState(false);
  const checked = checkIban(account);
  const judged = tried || account.replaceAll(' ', '').length >= shortest;
  const { ask, busy, sheet, refusal, clear, signing } = useAdding('POST pay/bank-card/create', {
    about: (input: Input) => (
      <Added
        title={t('moneyOut.addedAccount')}
        address={checked.ok ? checked.account : input.iban}
        facts={[
          { name: t('moneyOut.holder'), value: input.holder },
          { name: t('moneyOut.bankName'), value: input.bank },
        ]}
      />
    ),
    onAccepted: (settled, input) => onAdded(settled.data?.card.id ?? '', input.label),
  });
  const problems = {
    account: checked.ok ? undefined : t(`moneyOut.iban_${checked.problem}`),
    again: checked.ok && !sameEnd(checked.account, again.toUpperCase()) ? t('moneyOut.againWrong') : undefined,
    holder: holder.trim().length < 2 ? t('moneyOut.problem_holder') : undefined,
    bank: bank.trim().length < 2 ? t('moneyOut.problem_bank') : undefined,
    label: label.trim() === '' ? t('moneyOut.problem_label') : undefined,
  };
  const shown = (name: keyof typeof problems) => (tried ? problems[name] : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!checked.ok || Object.values(problems).some((one) => one !== undefined)) return;
    const code = bic.trim().toUpperCase();
    ask({
      ...{ channel: channel.id, bank: bank.trim(), iban: checked.account, holder: holder.trim(), label: label.trim() },
      ...(code === '' ? {} : { bic: code }),
    });
  };
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    clear();
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t('moneyOut.iban')}
          hint={checked.ok ? <Chip tone="ok">{t('moneyOut.ibanFits', { shown: checked.shown })}</Chip> : t('moneyOut.ibanHint')}
          value={account}
          onChange={change(setAccount)}
          error={judged ? problems.account : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          maxLength={42}
        />
        <TextField
          label={t('moneyOut.again')}
          hint={t('moneyOut.againHint')}
          value={again}
          onChange={change(setAgain)}
          error={(again.length >= lastOf && problems.again) || shown('again')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          maxLength={42}
          onPaste={(event) => event.preventDefault()}
        />
        <TextField
          label={t('moneyOut.holder')}
          hint={t('moneyOut.holderHint')}
          value={holder}
          onChange={change(setHolder)}
          error={shown('holder')}
          autoComplete="name"
          maxLength={120}
        />
        <TextField label={t('moneyOut.bankName')} value={bank} onChange={change(setBank)} error={shown('bank')} maxLength={80} />
        <TextField
          label={t('moneyOut.bic')}
          hint={t('moneyOut.bicHint')}
          value={bic}
          onChange={change(setBic)}
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          maxLength={11}
        />
        <TextField
          label={t('moneyOut.label')}
          hint={t('moneyOut.labelHint')}
          value={label}
          onChange={change(setLabel)}
          error={shown('label')}
          maxLength={40}
        />
        {refusal && <Problem>{refusal}</Problem>}
        <Button type="submit" size="large" wide busy={busy}>
          {t('moneyOut.addGo')}
        </Button>
      </form>
      {/* Beside the form: what is submitted in the sheet is not submitted here. */}
      {signing && sheet}
    </>
  );
}
