import { decimalSign, formatAmount, trimZeros } from '@bourse/money';
import type { SwapOffer } from '@bourse/protocol';
import { Amount, Button, cx, hiddenAmount, IconButton, IconTransfer, NumberField, Segmented, useUi } from '@bourse/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type CallOutput, lastValue, useBalances, useMember, useOfflineSince, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { isAmount, typedAmount } from '../deals/amounts.ts';
import { Enter } from '../deals/Enter.tsx';
import { neat } from '../funds/model/figures.ts';
import { leastOf, percentOf, swapProblem, type Tolerance, tolerances } from './model/amounts.ts';
import { assetsOf, gettable, type Pair, settlePair, termsOf, withSide } from './model/pairs.ts';
import { AssetChoice } from './parts/AssetChoice.tsx';
import { Quote } from './parts/Quote.tsx';
import { Said } from './parts/Said.tsx';
import { SwapNote } from './parts/SwapNote.tsx';
import { SwapResult } from './parts/SwapResult.tsx';
import styles from './SwapForm.module.css';
import { useQuote } from './useQuote.ts';
import { useSwap } from './useSwap.ts';

type Coins = CallOutput<'GET pay/coin/coin-list-all'>;
export type SwapDraft = { wish: Partial<Pair>; amount: string; tolerance: Tolerance };
type Props = { offers: readonly SwapOffer[]; coins: Coins; draft: SwapDraft; onDraft: (next: Partial<SwapDraft>) => void };

const coinWallet = 1;

/** The form of a swap, and in its place what became of the last one. */
export function SwapForm({ offers, coins, draft, onDraft }: Props) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const signedIn = useSignedIn();
  const offline = useOfflineSince() > 0;
  const restricted = lastValue(useMember())?.restricted === true;
  const balances = lastValue(useBalances());
  const { wish, amount, tolerance } = draft;
  const [tried, setTried] = useState(false);
  /** The least that the customer saw when they pressed while the quote was being renewed. */
  const [pressed, setPressed] = useState<string>();
  const field = useRef<HTMLDivElement>(null);

  const pair = settlePair(offers, wish) ?? { from: '', to: '' };
  const scaleOf = (code: string) => coins.find((coin) => coin.code === code)?.scale ?? 6;
  const nameOf = (code: string) => coins.find((coin) => coin.code === code)?.name ?? code;
  const availableOf = (code: string) => balances?.find((held) => held.wallet === coinWallet && held.asset === code)?.available ?? '0';
  const ownFirst = (codes: readonly string[]) => [...codes].sort((a, b) => decimalSign(availableOf(b)) - decimalSign(availableOf(a)));
  const scale = scaleOf(pair.from);
  const available = signedIn && balances ? availableOf(pair.from) : undefined;
  const problem = swapProblem(amount, scale, available);
  const payable = isAmount(amount, scale);

  const quoting = useQuote(payable ? { ...pair, amount } : undefined);
  const swap = useSwap(quoting.renew);
  // A quote of another pair says nothing about this one.
  const shown = quoting.shown?.from === pair.from && quoting.shown.to === pair.to ? quoting.shown : undefined;
  const seen = { ...quoting, shown };
  const got = payable && quoting.problem === undefined ? shown : undefined;
  const least = shown && leastOf(shown.receive, tolerance, scaleOf(pair.to));

  const send = (quotedAt: number, minReceive: string) => swap.send({ wallet: coinWallet, ...pair, amount, minReceive, quotedAt });
  const { current } = quoting;
  const failed = quoting.problem !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press waits for the quote only
  useEffect(() => {
    if (pressed === undefined || (!current && !failed)) return;
    setPressed(undefined);
    if (current) send(current.quotedAt, pressed);
  }, [pressed, current, failed]);

  /** Whatever the customer changes, the last refusal is read and a waiting press no longer holds. */
  const touch = () => {
    setTried(false);
    setPressed(undefined);
    if (swap.state.step !== 'form') swap.forget();
  };
  const type = (text: string) => {
    touch();
    onDraft({ amount: text });
  };
  const choose = (next: Pair) => {
    touch();
    onDraft(next.from === pair.from ? { wish: next } : { wish: next, amount: '' });
  };
  const turn = () => {
    touch();
    onDraft({ wish: { from: pair.to, to: pair.from }, amount: got ? typedAmount(got.receive, scaleOf(pair.to)) : '' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem !== undefined) return field.current?.querySelector('input')?.focus();
    if (swap.busy || pressed !== undefined || offline || restricted || !signedIn || least === undefined) return;
    if (current) send(current.quotedAt, least);
    else if (quoting.renewing) setPressed(least);
  };
  const again = () => {
    swap.forget();
    setTried(false);
    onDraft({ amount: '' });
    // The field is there with the next frame.
    requestAnimationFrame(() => field.current?.querySelector('input')?.focus());
  };

  const { state } = swap;
  const figure = (value: string) => formatAmount(trimZeros(value), { locale });
  const hideable = (value: string) => (amountsHidden ? hiddenAmount : figure(value));
  const said = <Said {...{ state }} />;
  if (state.step === 'done' || state.step === 'unknown' || state.step === 'missing')
    return (
      <div className={styles.form}>
        {said}
        <SwapResult {...{ state }} onAgain={again} onSend={swap.again} />
      </div>
    );

  const error =
    problem === 'tooMuch' && available !== undefined ? t('swaps.tooMuch', { available: hideable(available), asset: pair.from }) : undefined;
  const balance = available === undefined ? undefined : t('swaps.available', { amount: hideable(available), asset: pair.from });
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t('swaps.title')}>
      {said}
      <div className={styles.sides}>
        <div className={styles.side} ref={field}>
          <NumberField
            label={t('swaps.pay')}
            value={amount}
            onChange={type}
            decimals={scale}
            asset={pair.from}
            hint={balance}
            error={error ?? (tried && problem ? t('swaps.amountProblem') : undefined)}
            trailing={
              available !== undefined && (
                <button type="button" className={styles.all} onClick={() => type(typedAmount(available, scale))}>
                  {t('swaps.all')}
                </button>
              )
            }
          />
          <AssetChoice
            label={t('swaps.payAsset')}
            value={pair.from}
            codes={ownFirst(assetsOf(offers))}
            nameOf={nameOf}
            availableOf={available === undefined ? undefined : availableOf}
            onChange={(code) => choose(settlePair(offers, withSide(pair, 'from', code)) ?? pair)}
          />
        </div>
        <IconButton className={styles.turn ?? ''} label={t('swaps.turn')} onClick={turn}>
          <IconTransfer size={18} />
        </IconButton>
        <div className={styles.side}>
          <dl className={styles.got}>
            <dt className={styles.label}>{t('swaps.get')}</dt>
            <dd className={cx(styles.figure, got && !current && styles.old)}>
              {got ? <Amount value={got.receive} decimals={neat(got.receive)} fraction="plain" /> : <span className="muted">–</span>}
            </dd>
          </dl>
          <AssetChoice
            label={t('swaps.getAsset')}
            value={pair.to}
            codes={gettable(offers, pair.from)}
            nameOf={nameOf}
            onChange={(code) => choose(withSide(pair, 'to', code))}
          />
        </div>
      </div>
      <Quote quoting={seen} asked={payable} terms={termsOf(offers, pair)} least={least} />
      <div className={styles.tolerance}>
        <span className={styles.label}>{t('swaps.tolerance')}</span>
        <Segmented
          label={t('swaps.tolerance')}
          value={tolerance}
          onChange={(next) => {
            touch();
            onDraft({ tolerance: next });
          }}
          options={tolerances.map((bps) => ({ value: bps, label: <bdi>{figure(percentOf(bps))}%</bdi> }))}
        />
        <p className={styles.why}>{t('swaps.toleranceWhy')}</p>
      </div>
      <SwapNote {...{ state, offline, restricted }} />
      {signedIn ? (
        <Button
          type="submit"
          size="large"
          wide
          busy={swap.busy || pressed !== undefined}
          disabled={offline || restricted || (payable && !current && !quoting.renewing)}
        >
          {payable ? t('swaps.swapFor', { amount: figure(amount), from: pair.from, to: pair.to }) : t('swaps.swapButton')}
        </Button>
      ) : (
        <Enter text={t('swaps.visitor')} redirect={`/funds/swap?${new URLSearchParams({ ...pair })}`} />
      )}
    </form>
  );
}
