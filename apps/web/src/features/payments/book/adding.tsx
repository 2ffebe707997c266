import { type Fact, Facts } from '@bourse/ui';
import { type ReactNode, useState } from 'react';
import type { CallInput, CommandName } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { type ProvenCommand, useProvenCommand } from '../../security/proof/useProvenCommand.ts';
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
    clear: () => setRefusal(undefined),
  };
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
