import { Button, type Fact, Facts, TextField } from '@bourse/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { CallInput, CommandName } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Problem } from '../../account/parts/AuthFrame.tsx';
import { type ProvenCommand, useProvenCommand } from '../../security/proof/useProvenCommand.ts';
import { lastOf } from '../model/ends.ts';
import { Address } from '../parts/CopyLine.tsx';
import styles from './book.module.css';

type Adds = Extract<CommandName, 'POST pay/bank-card/create' | 'POST pay/virtual-wallet/create'>;

/** Adds an entry of the address book, confirmed by both factors. What is shown to be confirmed is what was asked, not what is typed since. */
export function useAdding<Name extends Adds>(
  name: Name,
  { about, onAccepted }: { about: (input: CallInput<Name>) => ReactNode; onAccepted: ProvenCommand<Name>['onAccepted'] },
) {
  const t = useT();
  const [signing, setSigning] = useState<CallInput<Name>>();
  const [refusal, setRefusal] = useState<string>();
  const command = useProvenCommand('add destination', name, {
    about: signing && about(signing),
    onAccepted,
    onRefused: ({ message }) => {
      setRefusal(message || t('common.noResponse'));
      return true;
    },
  });
  return {
    ask: (input: CallInput<Name>) => {
      setRefusal(undefined);
      setSigning(input);
      command.ask(input);
    },
    busy: command.busy,
    sheet: command.sheet,
    signing,
    refusal,
    /** What a field sets when somebody types in it: a refusal of before says nothing about the new text. */
    typing: (set: (text: string) => void) => (text: string) => {
      set(text);
      setRefusal(undefined);
    },
  };
}

/** A text that is taken letter by letter: nothing corrects or completes it. */
export const exact = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const;

interface FieldOfForm {
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
}

/** The end of what was typed, typed once more: pasting would repeat a mistake. */
export function AgainField({ error, tried, ...field }: FieldOfForm & { tried: boolean; autoCapitalize?: string }) {
  const t = useT();
  return (
    <TextField
      label={t('moneyOut.again')}
      hint={t('moneyOut.againHint')}
      {...exact}
      {...field}
      error={tried || field.value.length >= lastOf ? error : undefined}
      maxLength={42}
      onPaste={(event) => event.preventDefault()}
    />
  );
}

interface BookFormProps {
  adding: Pick<ReturnType<typeof useAdding>, 'busy' | 'refusal' | 'signing' | 'sheet'>;
  label: FieldOfForm;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form that adds to the address book. It ends with the label, which each entry has. */
export function BookForm({ adding: { busy, refusal, signing, sheet }, label, onSubmit, children }: BookFormProps) {
  const t = useT();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        {children}
        <TextField label={t('moneyOut.label')} hint={t('moneyOut.labelHint')} {...label} maxLength={40} />
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

export function Added({ title, address, facts }: { title: string; address: string; facts: readonly Fact[] }) {
  const t = useT();
  return (
    <section className={styles.signed} aria-label={title}>
      <h3>{title}</h3>
      <code dir="ltr">
        <Address value={address} />
      </code>
      <Facts dense facts={facts} />
      <p>{t('moneyOut.addWait')}</p>
    </section>
  );
}
