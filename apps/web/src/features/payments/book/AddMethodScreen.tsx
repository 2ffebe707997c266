import type { Channel } from '@bourse/protocol';
import { PaymentMethod } from '@bourse/protocol/enums';
import { EmptyState, IconFunds, Segmented, Select, toast } from '@bourse/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { lastValue } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { useOwnRead } from '../model/own-read.ts';
import { Columns, Panel } from '../parts/Columns.tsx';
import { Identified } from '../parts/Gate.tsx';
import { AccountForm } from './AccountForm.tsx';
import { AddressForm } from './AddressForm.tsx';
import { refreshBook } from './BankScreen.tsx';
import styles from './book.module.css';

type Kind = 'address' | 'bank';
type Search = { kind?: string; channel?: string; back?: string };

/** Add somebody whom money may be paid to. What a slip would cost is caught while it is typed. */
export function AddMethodScreen() {
  const t = useT();
  return (
    <Columns
      title={t('moneyOut.addTitle')}
      fallback="/mine"
      aside={
        <Panel title={t('moneyOut.addRules')}>
          <ul className={styles.rules}>
            <li>{t('moneyOut.addWait')}</li>
            <li>{t('moneyOut.addCompare')}</li>
            <li>{t('moneyOut.addFixed')}</li>
          </ul>
        </Panel>
      }
    >
      <Identified>
        <Chosen />
      </Identified>
    </Columns>
  );
}

function Chosen() {
  const t = useT();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const remote = useOwnRead('GET pay/withdrawal-channel/list', {});
  const all = lastValue(remote)?.filter(({ out }) => out !== null);
  const wished = all?.find(({ id }) => String(id) === search.channel);
  const [picked, setPicked] = useState<Kind>();
  const [chosen, setChosen] = useState<string>();
  if (!all) return <Unread remote={remote} rows={4} height={64} />;
  const kind: Kind = picked ?? (search.kind === 'bank' || (wished && wished.network === null) ? 'bank' : 'address');
  const ways = all.filter(({ network, method }) => (kind === 'bank' ? method === PaymentMethod.bankCard : network !== null));
  const way = ways.find(({ id }) => String(id) === chosen) ?? ways.find(({ id }) => id === wished?.id) ?? ways[0];
  const done = async (id: string, label: string) => {
    toast('success', t('moneyOut.added', { label }));
    await refreshBook();
    if (search.back === 'withdraw' && way)
      await navigate({ to: '/funds/withdraw', search: { asset: way.asset, channel: String(way.id), to: id }, replace: true });
    else await navigate({ to: '/mine/bank', replace: true });
  };
  return (
    <>
      <Segmented
        label={t('moneyOut.kind')}
        value={kind}
        onChange={setPicked}
        options={[
          { value: 'address', label: t('moneyOut.kind_address') },
          { value: 'bank', label: t('moneyOut.kind_bank') },
        ]}
      />
      {way ? (
        <>
          <Select
            labelled
            label={t(kind === 'bank' ? 'moneyOut.currency' : 'moneyOut.network')}
            value={String(way.id)}
            onChange={setChosen}
            options={ways.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
          />
          {kind === 'bank' ? (
            <AccountForm key={way.id} channel={way} onAdded={done} />
          ) : (
            <AddressForm key={way.id} channel={way} onAdded={done} />
          )}
        </>
      ) : (
        <EmptyState icon={<IconFunds size={28} strokeWidth={1.5} aria-hidden />} title={t('moneyOut.noWays')}>
          {t('moneyOut.noWaysText')}
        </EmptyState>
      )}
    </>
  );
}

const nameOf = ({ asset, assetName, networkName }: Channel): string =>
  networkName === null ? `${asset} · ${assetName}` : `${asset} · ${networkName}`;
