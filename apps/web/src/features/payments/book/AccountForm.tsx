import { checkIban } from '@bourse/bank-files/iban';
import type { Channel } from '@bourse/protocol';
import { Chip, TextField } from '@bourse/ui';
import { useState } from 'react';
import type { CallInput } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { sameEnd } from '../model/ends.ts';
import { Added, AgainField, BookForm, exact, useAdding } from './adding.tsx';

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
  const adding = useAdding('POST pay/bank-card/create', {
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
  const submit = () => {
    setTried(true);
    if (!checked.ok || Object.values(problems).some((one) => one !== undefined)) return;
    const code = bic.trim().toUpperCase();
    adding.ask({
      ...{ channel: channel.id, bank: bank.trim(), iban: checked.account, holder: holder.trim(), label: label.trim() },
      ...(code === '' ? {} : { bic: code }),
    });
  };
  const { typing } = adding;
  return (
    <BookForm adding={adding} label={{ value: label, onChange: typing(setLabel), error: shown('label') }} onSubmit={submit}>
      <TextField
        label={t('moneyOut.iban')}
        hint={checked.ok ? <Chip tone="ok">{t('moneyOut.ibanFits', { shown: checked.shown })}</Chip> : t('moneyOut.ibanHint')}
        value={account}
        onChange={typing(setAccount)}
        error={judged ? problems.account : undefined}
        {...exact}
        autoCapitalize="characters"
        maxLength={42}
      />
      <AgainField value={again} onChange={typing(setAgain)} error={problems.again} tried={tried} autoCapitalize="characters" />
      <TextField
        label={t('moneyOut.holder')}
        hint={t('moneyOut.holderHint')}
        value={holder}
        onChange={typing(setHolder)}
        error={shown('holder')}
        autoComplete="name"
        maxLength={120}
      />
      <TextField label={t('moneyOut.bankName')} value={bank} onChange={typing(setBank)} error={shown('bank')} maxLength={80} />
      <TextField
        label={t('moneyOut.bic')}
        hint={t('moneyOut.bicHint')}
        value={bic}
        onChange={typing(setBic)}
        {...exact}
        autoCapitalize="characters"
        maxLength={11}
      />
    </BookForm>
  );
}
