import { decimalCompare, decimalSign, truncateDecimals } from '@bourse/money';
import type { LoanProduct } from '@bourse/protocol';
import { errorByCode } from '@bourse/protocol/errors';
import { Amount, Button, cx, Facts, NumberField, Skeleton } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { lastValue, useBalances, useMember, useOfflineSince, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { isAmount, typedAmount } from '../deals/amounts.ts';
import { Enter } from '../deals/Enter.tsx';
import styles from '../deals/Form.module.css';
import { Max } from '../deals/Max.tsx';
import { Note } from '../deals/Note.tsx';
import { useScale } from '../deals/useScale.ts';
import { neat } from '../funds/model/figures.ts';
import { useSuitability } from '../trade/leverage/Suitability.tsx';
import { amountProblem, coinWallet, collateralProblem, isOpen, largestOf, neededFor, type Scales, withRoom } from './model/loan.ts';
import { Coins } from './parts/Coins.tsx';
import { Gauge } from './parts/Gauge.tsx';
import { Result } from './parts/Result.tsx';
import { Review } from './parts/Review.tsx';
import { WhatIf } from './parts/WhatIf.tsx';
import { usePreview } from './reads.ts';
import { useBorrow } from './useLoanActs.ts';
import { useFigures } from './words.ts';

/** What was typed. It outlives the form: signing in reads everything again, and a turned screen shows it elsewhere. */
export type BorrowDraft = { collateral: string; amount: string };
export const noDraft: BorrowDraft = { collateral: '', amount: '' };
type Props = { product: LoanProduct; draft: BorrowDraft; onDraft: (draft: BorrowDraft) => void; onLoan: (id: string) => void };

/** Borrowing, in three steps: collateral and amount, what is frozen and paid out on which terms, and what became of it. */
export function BorrowForm({ product, draft, onDraft, onLoan }: Props) {
  const t = useT();
  const { plain, own, percent } = useFigures();
  const signedIn = useSignedIn();
  const offline = useOfflineSince() > 0;
  const restricted = lastValue(useMember())?.restricted === true;
  const balances = lastValue(useBalances());
  const { id: productId, collateralAsset, asset, symbol, rate, openLevel, min, max, decideAbove } = product;
  const scales: Scales = { base: useScale(collateralAsset, '0.00000000'), quote: useScale(asset, min) };
  const { collateral, amount } = draft;
  const [tried, setTried] = useState(false);
  const [fall, setFall] = useState(20);
  /** The terms that are being reviewed. The loan is sent on exactly these. */
  const [reviewed, setReviewed] = useState<LoanProduct>();
  const form = useRef<HTMLFormElement>(null);

  const held = (wallet: number) => balances?.find((one) => one.wallet === wallet && one.asset === collateralAsset)?.available ?? '0';
  const free = signedIn && balances ? held(coinWallet) : undefined;
  const pledged = isAmount(collateral, scales.base);
  const wanted = isAmount(amount, scales.quote);
  // Before both figures are there, the price and the most that can be borrowed are asked for with others in their place.
  const { remote, shown, current } = usePreview(productId, {
    ...{ collateral: pledged ? collateral : '1', amount: wanted ? amount : typedAmount(min, scales.quote) },
    typed: pledged && wanted,
  });
  const preview = current ? shown?.value : undefined;
  const most = pledged ? preview?.most : undefined;
  const largest = largestOf(product);
  const open = isOpen(product);
  const price = shown?.value.price ?? null;
  const unpriced = shown !== undefined && price === null;

  const borrow = useBorrow();
  const { state } = borrow;
  const send = () => reviewed !== undefined && borrow.send({ productId, version: reviewed.version, collateral, amount });
  const suitability = useSuitability('loan', send);
  const done = state.step === 'done' && state.input.productId === productId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was borrowed is not typed any more
  useEffect(() => {
    if (done) onDraft(noDraft);
  }, [done]);

  const touch = () => {
    setTried(false);
    if (state.step === 'refused' || state.step === 'offline') borrow.forget();
  };
  const pledge = (text: string) => {
    touch();
    onDraft({ ...draft, collateral: text });
  };
  const want = (text: string) => {
    touch();
    onDraft({ ...draft, amount: text });
  };
  const wrong = {
    collateral: collateralProblem(collateral, scales.base, free),
    amount: amountProblem(product, amount, scales.quote, most),
  };
  const ready = pledged && wanted && preview !== undefined && preview.price !== null;
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const look = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong.collateral !== undefined) return focus('collateral');
    if (wrong.amount !== undefined) return focus('amount');
    if (!ready || offline || restricted || !signedIn || !open) return;
    touch();
    setReviewed(product);
  };
  const back = () => {
    touch();
    setReviewed(undefined);
  };
  const again = () => {
    borrow.forget();
    setReviewed(undefined);
    setTried(false);
    requestAnimationFrame(() => focus('collateral'));
  };

  // A missing answer is shown beside every product: nothing else is sent before it is known.
  if (state.step === 'unknown' || state.step === 'missing' || done)
    return <Result {...{ state, asset, onLoan }} onAgain={again} onSend={borrow.again} />;
  if (reviewed !== undefined && state.step !== 'refused' && preview !== undefined)
    return (
      <Review
        product={reviewed}
        {...{ collateral, amount, offline }}
        {...{ preview }}
        busy={borrow.busy}
        unsent={state.step === 'offline'}
        asked={suitability.inline}
        onBack={back}
        onBorrow={() => suitability.guard(true)}
      />
    );

  const safe = most === undefined ? undefined : withRoom(most, scales.quote);
  const fits = safe !== undefined && decimalCompare(safe, largest) > 0 ? largest : safe;
  const collateralError =
    wrong.collateral === 'tooMuch'
      ? t('loans.tooMuch', { available: own(free ?? '0'), asset: collateralAsset })
      : tried && wrong.collateral !== undefined
        ? t('loans.amountProblem')
        : undefined;
  const amountProblems = {
    amountProblem: t('loans.amountProblem'),
    tooSmall: t('loans.tooSmall', { min: plain(min), asset }),
    tooLarge: t('loans.tooLarge', { max: plain(max), asset }),
    poolShort: t('loans.poolShort', { left: plain(product.left), asset }),
    overCollateral: t('loans.overCollateral', { most: own(truncateDecimals(most ?? '0', 2)), asset }),
  };
  // What is too much is said while typing, as it cannot become right by typing on.
  const early = wrong.amount === 'tooLarge' || wrong.amount === 'poolShort' || wrong.amount === 'overCollateral';
  const amountError = wrong.amount && (tried || early) ? amountProblems[wrong.amount] : undefined;
  const figure = { tooSmall: min, tooLarge: largest, poolShort: largest, overCollateral: fits, amountProblem: undefined }[
    wrong.amount ?? 'amountProblem'
  ];
  const changed = figure === undefined ? '' : typedAmount(figure, scales.quote);
  const offer =
    changed === '' || decimalCompare(changed, min) < 0
      ? undefined
      : { value: changed, label: t('loans.changeTo', { amount: plain(changed), asset }) };
  const needed = wanted && !pledged && price !== null ? typedAmount(neededFor(amount, price, product, scales), scales.base) : '';
  const moved = state.step === 'refused' && errorByCode(state.code) === 'ltvTooHigh';
  // While the next answer is awaited the last one stays, dimmed, so that nothing moves.
  const figures = pledged && wanted && !unpriced && shown?.of.typed ? shown.value : undefined;
  const waiting = pledged && wanted && !unpriced && remote.state !== 'failed' ? <Skeleton width={88} /> : <span className="muted">–</span>;
  const fact = (value: string | undefined) =>
    value === undefined ? waiting : <Amount value={value} decimals={neat(value)} fraction="plain" unit={asset} />;
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={look}
      noValidate
      aria-label={t('loans.named', { asset, collateral: collateralAsset })}
    >
      <p className={styles.top}>
        <bdi className={styles.rate}>{percent(rate)}</bdi>
        <span>{t('loans.aYear')}</span>
        <span className={styles.muted}>{t('loans.upTo', { level: percent(openLevel), asset })}</span>
      </p>
      <NumberField
        name="collateral"
        label={t('loans.collateral')}
        value={collateral}
        onChange={pledge}
        decimals={scales.base}
        asset={collateralAsset}
        unit={collateralAsset}
        hint={
          free !== undefined
            ? t('loans.free', { amount: own(free), asset: collateralAsset })
            : price !== null
              ? t('loans.priceNow', { symbol, price: plain(price) })
              : undefined
        }
        error={collateralError}
        offer={
          collateralError !== undefined && needed !== ''
            ? { value: needed, label: t('loans.pledge', { amount: plain(needed), asset: collateralAsset }) }
            : undefined
        }
        trailing={
          free !== undefined &&
          decimalSign(free) > 0 && (
            <Max onClick={() => pledge(typedAmount(free, scales.base))} text={t('loans.max')} of={t('loans.collateral')} />
          )
        }
      />
      {needed !== '' && collateralError === undefined && (
        <div className={styles.elsewhere}>
          <button type="button" className={styles.link} onClick={() => pledge(needed)}>
            {t('loans.pledge', { amount: plain(needed), asset: collateralAsset })}
          </button>
        </div>
      )}
      {free !== undefined && decimalSign(free) === 0 && <Coins asset={collateralAsset} {...{ symbol, held }} />}
      <NumberField
        name="amount"
        label={t('loans.amount')}
        value={amount}
        onChange={want}
        decimals={scales.quote}
        asset={asset}
        unit={asset}
        hint={
          most === undefined
            ? t('loans.limits', { min: plain(min), max: plain(largest), asset })
            : t('loans.upToNow', { most: own(truncateDecimals(most, 2)), asset })
        }
        error={amountError}
        offer={amountError === undefined ? undefined : offer}
        trailing={
          fits !== undefined &&
          decimalCompare(fits, min) >= 0 && (
            <Max onClick={() => want(typedAmount(fits, scales.quote))} text={t('loans.max')} of={t('loans.amount')} />
          )
        }
      />
      <div className={cx(styles.figures, figures && !current && styles.old)} aria-busy={figures !== undefined && !current}>
        <Gauge terms={product} share={figures?.share ?? null} prices={figures && { call: figures.callPrice, sell: figures.sellPrice }} />
        <Facts
          facts={[
            { key: 'value', name: t('loans.value'), value: fact(figures?.value) },
            { key: 'hourly', name: t('loans.hourly'), value: fact(figures?.hourly) },
            { key: 'daily', name: t('loans.daily'), value: fact(figures?.daily), why: t('loans.interestWhy') },
          ]}
        />
        {figures?.price != null && (
          <WhatIf
            pledge={{ collateral: shown?.of.collateral ?? collateral, debt: figures.debt }}
            terms={product}
            price={figures.price}
            sellPrice={figures.sellPrice}
            {...{ scales, asset, fall }}
            coin={collateralAsset}
            onFall={setFall}
          />
        )}
      </div>
      <div role="status">
        {restricted ? (
          <Note bad>
            {t('loans.restricted')} <Link to="/service_list">{t('pushed.restrictedAsk')}</Link>
          </Note>
        ) : offline ? (
          <Note offline>{t('loans.offline')}</Note>
        ) : state.step === 'refused' ? (
          <Note bad={!moved}>
            <strong>{t('loans.refused')}.</strong> {state.message}{' '}
            {suitability.remedyOf({ state: 'rejected', name: errorByCode(state.code), message: state.message })}
          </Note>
        ) : !open ? (
          <Note>{t('loans.soldOut')}</Note>
        ) : unpriced ? (
          <Note>{t('loans.noPrice', { symbol })}</Note>
        ) : remote.state === 'failed' ? (
          <Note>{t('loans.previewFailed', { reason: remote.error.message })}</Note>
        ) : figures?.waits ? (
          <Note>{t('loans.waits', { limit: plain(decideAbove), asset })}</Note>
        ) : null}
      </div>
      {suitability.inline}
      {signedIn ? (
        <Button type="submit" size="large" wide disabled={offline || restricted || !open || unpriced || (pledged && wanted && !current)}>
          {wanted ? t('loans.lookFor', { amount: plain(amount), asset }) : t('loans.look')}
        </Button>
      ) : (
        <Enter text={t('loans.visitor')} redirect={`/funds/LOANS?${new URLSearchParams({ product: productId })}`} />
      )}
    </form>
  );
}
