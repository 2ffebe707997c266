import type { Card, WalletAddress } from '@bourse/protocol';
import {
  Button,
  buttonClass,
  Confirm,
  EmptyState,
  IconButton,
  IconEdit,
  IconFunds,
  IconTrash,
  List,
  Row,
  Sheet,
  TextField,
  toast,
} from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { type CallName, cache, call, lastValue, useAction, useCommand } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { useOwnRead } from '../model/own-read.ts';
import { Columns } from '../parts/Columns.tsx';
import { RealAccount } from '../parts/Gate.tsx';
import { UsableFrom, WaitRing } from '../parts/WaitRing.tsx';
import styles from './book.module.css';

const cardList = 'GET pay/bank-card/list';
const addressList = 'GET pay/virtual-wallet/list';
const bookReads: readonly CallName[] = [cardList, addressList, 'GET pay/virtual-wallet/curent-member-list'];
/** After a change of the book, whatever shows it reads it again. */
export const refreshBook = async (): Promise<void> => {
  await Promise.all(bookReads.map((name) => cache.invalidate(name)));
};

type Entry = Card | WalletAddress;
const isCard = (entry: Entry): entry is Card => 'holder' in entry;

/** Everybody whom the customer's money may be paid to. */
export function BankScreen() {
  const t = useT();
  return (
    <Columns title={t('moneyOut.book')} fallback="/mine">
      <RealAccount>
        <Book />
      </RealAccount>
    </Columns>
  );
}

function Book() {
  const t = useT();
  const cards = useOwnRead(cardList, {}, { staleMs: 0 });
  const addresses = useOwnRead(addressList, {}, { staleMs: 0 });
  const [accounts, wallets] = [lastValue(cards), lastValue(addresses)];
  if (!accounts || !wallets) return <Unread remote={cards.state === 'failed' ? cards : addresses} rows={5} height={64} />;
  if (accounts.length === 0 && wallets.length === 0)
    return (
      <EmptyState icon={<IconFunds size={28} strokeWidth={1.5} aria-hidden />} title={t('moneyOut.bookEmpty')} action={<Add />}>
        {t('moneyOut.bookEmptyText')}
      </EmptyState>
    );
  return (
    <>
      <p className={styles.note}>{t('moneyOut.bookText')}</p>
      {wallets.length > 0 && <Entries title={t('moneyOut.addresses')} entries={wallets} />}
      {accounts.length > 0 && <Entries title={t('moneyOut.accounts')} entries={accounts} />}
      <Add wide />
    </>
  );
}

function Add({ wide = false }: { wide?: boolean }) {
  const t = useT();
  return (
    <Link to="/mine/add_payment_method" className={buttonClass(wide ? { kind: 'outline', wide: true } : {})}>
      {t('moneyOut.add')}
    </Link>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <List head={title} label={title} inset>
      {entries.map((entry) => (
        <EntryRow key={entry.id} of={entry} />
      ))}
    </List>
  );
}

function EntryRow({ of }: { of: Entry }) {
  const t = useT();
  const [open, setOpen] = useState<'label' | 'remove'>();
  const close = () => setOpen(undefined);
  const place = isCard(of) ? of.bank : `${of.asset} · ${of.networkName}`;
  return (
    <Row
      tall
      start={<WaitRing from={of.addedAt} until={of.usableFrom} />}
      title={of.label}
      under={
        <span className={styles.under}>
          <span>
            {place} · <bdi>{of.masked}</bdi>
          </span>
          <span>
            <UsableFrom at={of.usableFrom} />
          </span>
        </span>
      }
      end={
        <span className={styles.tools}>
          <IconButton label={t('moneyOut.renameOf', { label: of.label })} onClick={() => setOpen('label')}>
            <IconEdit size={18} />
          </IconButton>
          <IconButton label={t('moneyOut.removeOf', { label: of.label })} onClick={() => setOpen('remove')}>
            <IconTrash size={18} />
          </IconButton>
          {open === 'label' && <Rename of={of} onClose={close} />}
          {open === 'remove' && <Remove of={of} onClose={close} />}
        </span>
      }
    />
  );
}

function Rename({ of, onClose }: { of: Entry; onClose: () => void }) {
  const t = useT();
  const form = useId();
  const [label, setLabel] = useState(of.label);
  const save = useAction(async () => {
    await call(
      isCard(of) ? 'POST pay/bank-card/update' : 'POST pay/virtual-wallet/update',
      { id: of.id, label: label.trim() },
      { noMsg: true },
    );
    await refreshBook();
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (label.trim() !== '') void save.run(undefined);
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('moneyOut.rename')}
      foot={
        <Button type="submit" form={form} size="large" wide busy={save.busy}>
          {t('moneyOut.save')}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={t('moneyOut.label')}
          value={label}
          onChange={setLabel}
          error={label.trim() === '' ? t('moneyOut.problem_label') : save.error && (save.error.message || t('common.noResponse'))}
          maxLength={40}
        />
      </form>
    </Sheet>
  );
}

function Remove({ of, onClose }: { of: Entry; onClose: () => void }) {
  const t = useT();
  const { send, busy } = useCommand('remove destination');
  const remove = async () => {
    const settled = await send(isCard(of) ? 'POST pay/bank-card/remove' : 'POST pay/virtual-wallet/remove', { id: of.id }, { of: of.id });
    if (settled.state === 'accepted') toast('success', t('moneyOut.removed', { label: of.label }));
    if (settled.state === 'rejected') toast('error', settled.message || t('common.noResponse'));
    onClose();
    await refreshBook();
  };
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('moneyOut.removeTitle', { label: of.label })}
      confirm={t('moneyOut.remove')}
      cancel={t('common.cancel')}
      kind="danger"
      busy={busy(of.id)}
      onConfirm={() => void remove()}
    >
      {t('moneyOut.removeText')}
    </Confirm>
  );
}
