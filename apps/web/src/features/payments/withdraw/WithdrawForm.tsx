import { decimalSign, trimZeros, truncateDecimals } from '@bourse/money';
import type { Channel } from '@bourse/protocol';
import { Button, NumberField, Skeleton } from '@bourse/ui';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { cache, lastValue, readOnce } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Problem } from '../../account/parts/AuthFrame.tsx';
import { useProvenCommand } from '../../security/proof/useProvenCommand.ts';
import { isAmount } from '../model/amount.ts';
import { useFigure } from '../model/figure.ts';
import { amountProblem, type Owner, type PayoutInput, payoutInput, providerMissing } from '../model/payout-draft.ts';
import { Ownership } from './Ownership.tsx';
import { Signed } from './Signed.tsx';
import { Summary } from './Summary.tsx';
import { usePayoutQuote } from './usePayoutQuote.ts';
import type { Destination } from './WithdrawScreen.tsx';
import styles from './withdraw.module.css';

/** `destinationDiffers` of the catalogue: the address book no longer says what the customer read. */
const destinationDiffers = 4036;

/** How much, what becomes of it, and the confirmation with both factors. */
export function WithdrawForm({ channel, to, onDiffers }: { channel: Channel; to: Destination; onDiffers: () => void }) {
  const t = useT();
  const figure = useFigure();
  const navigate = useNavigate();
  const [amount, setAmount] = useState('');
  const [owner, setOwner] = useState<Owner>({ owner: 'owner' in to ? to.owner : 'self', provider: '', beneficiary: '' });
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [signing, setSigning] = useState<PayoutInput>();
  /** The button was pressed, and the answer about this amount is awaited. */
  const [waiting, setWaiting] = useState(false);
  const typed = isAmount(amount);
  const { remote, current } = usePayoutQuote(channel.id, to.id, typed ? amount : (channel.out?.min ?? '0'));
  const quote = lastValue(remote);
  const available = quote?.available;
  const wrong = amountProblem(amount, channel, available, typed ? quote : undefined);
  const asks = quote?.travelRule === true && channel.network !== null;
  const held = quote?.usableFrom !== null && quote?.usableFrom !== undefined;

  const payout = useProvenCommand('withdraw', 'POST pay/withdrawal', {
    about: signing && quote && <Signed input={signing} channel={channel} to={to} quote={quote} />,
    // The outcome may also become known after a reload: the effect below follows both.
    onAccepted: () => undefined,
    onRefused: ({ code, message }) => {
      setRefusal(message || t('common.noResponse'));
      if (code === destinationDiffers) {
        void Promise.all([cache.invalidate('GET pay/virtual-wallet/curent-member-list'), cache.invalidate('GET pay/bank-card/list')]);
        onDiffers();
      }
      return true;
    },
  });
  const { sent } = payout;
  const went = useRef(false);
  useEffect(() => {
    if (sent.state !== 'accepted' || went.current) return;
    went.current = true;
    const known = sent.data?.payout.id;
    // The answer was lost: it is the newest of the customer's payouts.
    void Promise.resolve(known ?? readOnce('GET pay/withdrawal/page', { pageNo: 1, pageSize: 1 }, 0).then(({ list }) => list[0]?.id)).then(
      (id) => navigate({ to: '/funds/withdraw/success', search: id === undefined ? {} : { id }, replace: true }),
    );
  }, [sent, navigate]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setRefusal(undefined);
    if (!typed || wrong || held || (asks && providerMissing(owner))) return;
    if (remote.state === 'failed') remote.retry();
    setWaiting(true);
  };
  // Nobody confirms a fee, a wait or a review that belongs to another amount.
  useEffect(() => {
    if (!waiting || (!current && remote.state !== 'failed')) return;
    setWaiting(false);
    if (!current || current.problem || wrong || held || (asks && providerMissing(owner))) return;
    const input = payoutInput(channel, to, amount, asks ? owner : undefined);
    setSigning(input);
    payout.ask(input);
  });
  const problem =
    tried && wrong
      ? t(`moneyOut.problem_${wrong}`, {
          available: figure(available ?? '0', channel.asset),
          min: figure(channel.out?.min ?? '0', channel.asset),
          fee: figure(quote?.fee ?? '0', channel.asset),
        })
      : typed && quote?.problem && !wrong
        ? quote.problem.msg
        : undefined;
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        {(sent.state === 'unknown' || sent.state === 'sent') && (
          <p className={styles.asking} role="status">
            {t('moneyOut.asking')}
          </p>
        )}
        <NumberField
          label={t('moneyOut.youSend')}
          value={amount}
          onChange={(text) => {
            setAmount(text);
            setTried(false);
            setWaiting(false);
            setRefusal(undefined);
          }}
          decimals={channel.scale}
          asset={channel.asset}
          unit={channel.asset}
          error={problem}
          trailing={
            <button
              type="button"
              className={styles.max}
              disabled={available === undefined || decimalSign(available) === 0}
              onClick={() => {
                setAmount(trimZeros(truncateDecimals(available ?? '0', channel.scale)));
                setTried(false);
                setWaiting(false);
              }}
            >
              {t('funds.max')}
            </button>
          }
        />
        {quote ? (
          <Summary quote={quote} typed={typed} since={to.addedAt} />
        ) : remote.state === 'failed' ? (
          <Problem>{remote.error.message}</Problem>
        ) : (
          <Skeleton height={180} />
        )}
        {asks && <Ownership value={owner} onChange={setOwner} missing={tried && providerMissing(owner)} />}
        {refusal && <Problem>{refusal}</Problem>}
        <Button type="submit" size="large" wide busy={waiting || payout.busy || sent.state === 'unknown'} disabled={held}>
          {typed && !wrong ? t('moneyOut.go', { amount: figure(amount, channel.asset) }) : t('moneyOut.title')}
        </Button>
      </form>
      {/* Beside the form: what is submitted in the sheet is not submitted here. */}
      {payout.sheet}
    </>
  );
}
