import { formatAmount, truncateDecimals } from '@bourse/money';
import type { Wallet } from '@bourse/protocol/enums';
import { Amount, Button, Facts, hiddenAmount, IconButton, IconTransfer, NumberField, SkeletonRows, useUi } from '@bourse/ui';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { lastValue, useBalances, useRead, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { neat } from './model/figures.ts';
import {
  assetsBetween,
  availableFor,
  freeToLeave,
  leftAfter,
  settle,
  sourcesOf,
  swapped,
  type TransferDraft,
  targetsOf,
  transferProblem,
} from './model/transferForm.ts';
import { AssetPicker } from './parts/AssetPicker.tsx';
import { HeadDemo } from './parts/HeadDemo.tsx';
import { walletLabel } from './parts/labels.ts';
import { SignInFirst } from './parts/SignInFirst.tsx';
import { TransferResult } from './parts/TransferResult.tsx';
import { useTransfer } from './parts/useTransfer.ts';
import { WalletPicker } from './parts/WalletPicker.tsx';
import styles from './TransferScreen.module.css';

const walletOf = (text: string | undefined, fallback: Wallet): Wallet =>
  ([1, 2, 3, 4, 5] as const).find((wallet) => String(wallet) === text) ?? fallback;

/** Moves money between the customer's own wallets: immediate, free, and limited to what is available. */
export function TransferScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <div className={styles.page}>
      <ScreenHead title={t('funds.transferTitle')} fallback="/funds">
        <HeadDemo />
      </ScreenHead>
      {signedIn ? <TransferForm /> : <SignInFirst />}
    </div>
  );
}

function TransferForm() {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const search = useSearch({ strict: false }) as { from?: string; to?: string; asset?: string };
  const rules = lastValue(useRead('GET pay/wallet/list-type', {}, { staleMs: 300_000 }));
  const coins = lastValue(useRead('GET pay/coin/coin-list-all', {}, { staleMs: 300_000 }));
  const held = lastValue(useBalances());
  const [wish, setWish] = useState<TransferDraft>({
    from: walletOf(search.from, 1),
    to: walletOf(search.to, 2),
    asset: search.asset ?? 'USDT',
    amount: '',
  });
  const contract = lastValue(useRead('GET pay/wallet/contract', {}, { needsSession: true, staleMs: 2_000, enabled: wish.from === 2 }));
  const [asked, setAsked] = useState(false);
  const transfer = useTransfer();
  if (!rules || !held) return <SkeletonRows rows={4} height={64} />;

  const draft = settle(rules, held, wish);
  const change = (next: Partial<TransferDraft>) => {
    setAsked(false);
    setWish(settle(rules, held, { ...draft, ...next }));
  };
  const scale = coins?.find((coin) => coin.code === draft.asset)?.scale ?? held.find((one) => one.asset === draft.asset)?.scale ?? 6;
  const { available, guarded } = freeToLeave(availableFor(held, draft), draft, contract);
  const problem = transferProblem(draft, available, scale);
  const figure = (value: string) => formatAmount(value, { locale, decimals: neat(value) });
  const hideable = (value: string) => (amountsHidden ? hiddenAmount : figure(value));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!problem) transfer.send(draft);
  };
  const again = () => {
    transfer.reset();
    setAsked(false);
    setWish({ ...draft, amount: '' });
  };

  if (transfer.state.step !== 'form' && transfer.state.step !== 'rejected')
    return <TransferResult state={transfer.state} onAgain={again} onSend={transfer.again} />;

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.wallets}>
        <WalletPicker label={t('funds.from')} value={draft.from} options={sourcesOf(rules)} onChange={(from) => change({ from })} />
        <IconButton
          className={styles.swap ?? ''}
          label={t('funds.swap')}
          onClick={() => change(swapped(rules, draft))}
          disabled={swapped(rules, draft) === draft}
        >
          <IconTransfer size={18} />
        </IconButton>
        <WalletPicker label={t('funds.to')} value={draft.to} options={targetsOf(rules, draft.from)} onChange={(to) => change({ to })} />
      </div>
      <AssetPicker
        value={draft.asset}
        wallet={draft.from}
        codes={assetsBetween(rules, held, draft.from, draft.to)}
        names={coins ?? []}
        balances={held}
        onChange={(asset) => change({ asset, amount: '' })}
      />
      <NumberField
        label={t('funds.amount')}
        value={draft.amount}
        onChange={(amount) => change({ amount })}
        decimals={scale}
        asset={draft.asset}
        unit={draft.asset}
        error={
          asked && problem
            ? t(`funds.problem_${problem}`, { asset: draft.asset, scale, available: figure(available) })
            : transfer.state.step === 'rejected'
              ? transfer.state.message
              : undefined
        }
        trailing={
          <button type="button" className={styles.max} onClick={() => change({ amount: truncateDecimals(available, scale) })}>
            {t('funds.max')}
          </button>
        }
      />
      <Facts
        facts={[
          {
            key: 'available',
            name: t('funds.availableIn', { wallet: walletLabel(t, draft.from) }),
            value: <Amount value={available} decimals={neat(available)} unit={draft.asset} />,
            ...(guarded ? { why: t('funds.guardContract', { free: hideable(available), asset: draft.asset }) } : {}),
          },
          ...(problem || draft.amount === ''
            ? []
            : [
                {
                  key: 'left',
                  name: t('funds.leftAfter'),
                  value: (
                    <Amount
                      value={leftAfter(available, draft.amount)}
                      decimals={neat(leftAfter(available, draft.amount))}
                      unit={draft.asset}
                    />
                  ),
                  why: t('funds.leftWhy', { available: hideable(available), amount: figure(draft.amount) }),
                },
              ]),
          { key: 'fee', name: t('funds.fee'), value: t('funds.freeOfCharge') },
        ]}
      />
      <Button type="submit" size="large" wide busy={transfer.busy}>
        {problem ? t('funds.transferTitle') : t('funds.transferButton', { amount: figure(draft.amount), asset: draft.asset })}
      </Button>
    </form>
  );
}
