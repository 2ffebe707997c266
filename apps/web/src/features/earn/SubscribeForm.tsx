import { decimalCompare, decimalSign } from '@bourse/money';
import type { EarnDraft, EarnProduct } from '@bourse/protocol';
import { Amount, Button, Facts, NumberField, Switch } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { CallError, call, lastValue, serverNow, useBalances, useMember, useOfflineSince, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { isAmount, typedAmount } from '../deals/amounts.ts';
import { Enter } from '../deals/Enter.tsx';
import styles from '../deals/Form.module.css';
import { Note } from '../deals/Note.tsx';
import { useScale } from '../deals/useScale.ts';
import { neat } from '../funds/model/figures.ts';
import { walletLabel } from '../funds/parts/labels.ts';
import { amountProblem, dayMs, firstDayOf, hasRoom, interestOf, mostOf, rateOf, wealthWallet } from './model/earn.ts';
import { Result } from './parts/Result.tsx';
import { Review } from './parts/Review.tsx';
import { rereadEarn } from './reads.ts';
import { useSubscribe } from './useSubscribe.ts';
import { dayOf, nameOf, useFigures } from './words.ts';

type Props = { product: EarnProduct; onHolding: (id: string) => void };

/** Subscribing, in three steps: the amount, what it brings on which terms, and what became of it. */
export function SubscribeForm({ product, onHolding }: Props) {
  const t = useT();
  const { plain, own, percent } = useFigures();
  const signedIn = useSignedIn();
  const offline = useOfflineSince() > 0;
  const restricted = lastValue(useMember())?.restricted === true;
  const balances = lastValue(useBalances());
  const { id: productId, version, asset, days, min, open } = product;
  const scale = useScale(asset, product.min);
  const subscribe = useSubscribe();
  const { state } = subscribe;
  const [amount, setAmount] = useState('');
  const [renew, setRenew] = useState(false);
  const [tried, setTried] = useState(false);
  const [draft, setDraft] = useState<EarnDraft>();
  const [asking, setAsking] = useState(false);
  /** Why there is no draft. */
  const [why, setWhy] = useState<string>();
  const field = useRef<HTMLDivElement>(null);

  const held = (wallet: number) => balances?.find((one) => one.wallet === wallet && one.asset === asset)?.available ?? '0';
  const available = signedIn && balances ? held(wealthWallet) : undefined;
  const problem = amountProblem(product, amount, scale, available);
  const payable = isAmount(amount, scale);
  const flexible = days === 0;
  const rate = rateOf(product);

  const touch = () => {
    setTried(false);
    setWhy(undefined);
    if (state.step === 'refused' || state.step === 'offline') subscribe.forget();
  };
  const type = (text: string) => {
    touch();
    setAmount(text);
  };
  const look = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem !== undefined) return field.current?.querySelector('input')?.focus();
    if (asking || offline || restricted || !signedIn || !open) return;
    touch();
    setAsking(true);
    try {
      const wish = { productId, version, amount, renew: renew && !flexible };
      setDraft(await call('POST pay/foundation-order/create', wish, { noMsg: true }));
    } catch (error) {
      setWhy(error instanceof CallError && error.status > 0 ? error.message : t('common.noResponse'));
      // The terms may have changed.
      rereadEarn(undefined);
    }
    setAsking(false);
  };
  const again = () => {
    subscribe.forget();
    setDraft(undefined);
    setTried(false);
    setAmount('');
    requestAnimationFrame(() => field.current?.querySelector('input')?.focus());
  };

  // A missing answer is shown beside every product: nothing else is sent before it is known.
  if (state.step === 'unknown' || state.step === 'missing' || (state.step === 'done' && state.input.productId === productId))
    return <Result {...{ state, asset, onHolding }} onAgain={again} onSend={subscribe.again} />;
  if (draft !== undefined && state.step !== 'refused')
    return (
      <Review
        key={draft.id}
        {...{ product, draft, offline }}
        busy={subscribe.busy}
        unsent={state.step === 'offline'}
        onBack={() => {
          touch();
          setDraft(undefined);
        }}
        onOver={() => {
          setDraft(undefined);
          setWhy(t('earn.draftOver'));
        }}
        onPay={() => subscribe.send(draft)}
      />
    );

  const most = mostOf(product);
  const problems = {
    amountProblem: t('earn.amountProblem'),
    tooSmall: t('earn.tooSmall', { min: plain(min), asset }),
    tooLarge: t('earn.tooLarge', { max: plain(most), asset }),
    tooMuch: t('earn.tooMuch', { available: own(available ?? '0'), asset }),
  };
  // What is too much is said while typing, as it cannot become right by typing on.
  const error = problem && (tried || problem === 'tooMuch' || problem === 'tooLarge') ? problems[problem] : undefined;
  const elsewhere = ([1, 2, 3, 4] as const)
    .map((wallet) => ({ wallet, has: held(wallet) }))
    .filter(({ has }) => decimalSign(has) > 0)
    .sort((a, b) => decimalCompare(b.has, a.has))[0];
  const lacks = available !== undefined && (decimalCompare(available, min) < 0 || (payable && decimalCompare(available, amount) < 0));
  const firstDay = firstDayOf(serverNow());
  const brings = payable ? interestOf({ amount, rate, days: flexible ? 1 : days }, scale) : undefined;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => void look(event)}
      noValidate
      aria-label={t('earn.subscribe', { name: nameOf(t, product) })}
    >
      <p className={styles.top}>
        <bdi className={styles.rate}>{percent(rate)}</bdi>
        <span>{t('earn.aYear')}</span>
        <span className={styles.muted}>{t(flexible ? 'earn.flexibleText' : 'earn.fixedText')}</span>
      </p>
      <div ref={field}>
        <NumberField
          label={t('earn.amount')}
          value={amount}
          onChange={type}
          decimals={scale}
          asset={asset}
          hint={
            available === undefined ? t('earn.from', { min: plain(min), asset }) : t('earn.available', { amount: own(available), asset })
          }
          error={error}
          trailing={
            available !== undefined && (
              <button
                type="button"
                className={styles.all}
                onClick={() => type(typedAmount(decimalCompare(available, most) < 0 ? available : most, scale))}
              >
                {t('earn.all')}
              </button>
            )
          }
        />
      </div>
      {lacks && (
        <p className={styles.elsewhere}>
          {elsewhere
            ? t('earn.elsewhere', { amount: own(elsewhere.has), asset, wallet: walletLabel(t, elsewhere.wallet) })
            : decimalSign(available) === 0 && t('earn.nothingYet', { asset })}
          {elsewhere && (
            <Link to="/funds/transfer" search={{ from: String(elsewhere.wallet), to: String(wealthWallet), asset }} className={styles.link}>
              {t('earn.moveIt')}
            </Link>
          )}
        </p>
      )}
      {!flexible && (
        <div>
          <Switch
            checked={renew}
            onChange={(next) => {
              touch();
              setRenew(next);
            }}
          >
            {t('earn.renew')}
          </Switch>
          <p className={styles.muted}>{t('earn.renewText')}</p>
        </div>
      )}
      <Facts
        facts={[
          {
            key: 'brings',
            name: t(flexible ? 'earn.bringsDaily' : 'earn.brings'),
            strong: true,
            value:
              brings === undefined ? (
                <span className="muted">–</span>
              ) : (
                <Amount value={brings} decimals={neat(brings)} fraction="plain" most unit={asset} />
              ),
            ...(flexible ? { why: t('earn.bringsDailyWhy', { rate: plain(rate) }) } : {}),
          },
          { key: 'first', name: t('earn.firstDay'), value: dayOf(firstDay), why: t('earn.firstDayWhy') },
          flexible
            ? { key: 'end', name: t('earn.ends'), value: t('earn.anyTime'), why: t('earn.anyTimeWhy') }
            : { key: 'end', name: t('earn.ends'), value: dayOf(firstDay + days * dayMs), why: t('earn.endsWhy') },
        ]}
      />
      <div role="status">
        {restricted ? (
          <Note bad>
            {t('earn.restricted')} <Link to="/service_list">{t('pushed.restrictedAsk')}</Link>
          </Note>
        ) : offline ? (
          <Note offline>{t('earn.offline')}</Note>
        ) : state.step === 'refused' || why !== undefined ? (
          <Note bad={state.step === 'refused'}>
            {state.step === 'refused' ? (
              <>
                <strong>{t('earn.refused')}.</strong> {state.message}
              </>
            ) : (
              why
            )}
          </Note>
        ) : (
          !open && <Note>{t(hasRoom(product) ? 'earn.notCovered' : 'earn.soldOut')}</Note>
        )}
      </div>
      {signedIn ? (
        <Button type="submit" size="large" wide busy={asking} disabled={offline || restricted || !open}>
          {payable ? t('earn.lookFor', { amount: plain(amount), asset }) : t('earn.look')}
        </Button>
      ) : (
        <Enter text={t('earn.visitor')} redirect={`/funds/regular?${new URLSearchParams({ product: productId })}`} />
      )}
    </form>
  );
}
