import { decimalCompare, formatAmount, trimZeros } from '@bourse/money';
import { PositionDirection } from '@bourse/protocol/enums';
import { Amount, type Fact, Facts, NumberField, Segmented, Slider, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type CallOutput, lastValue, useFastWallet, useRisk, useSignedIn } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { contractDrafts } from '../leverage/draft.ts';
import styles from '../leverage/leverage.module.css';
import { remedyOf, useSuitability } from '../leverage/Suitability.tsx';
import { partOf } from '../leverage/sizing.ts';
import { TransferSheet } from '../leverage/TransferSheet.tsx';
import { WalletLine } from '../leverage/WalletLine.tsx';
import { isPositive, percentOf } from '../ticket/arithmetic.ts';
import { GatedButton } from '../ticket/GatedButton.tsx';
import { SubmissionNote } from '../ticket/SubmissionNote.tsx';
import ticket from '../ticket/Ticket.module.css';
import type { TicketPanelProps } from '../ticket/TicketPanel.tsx';
import { useGate } from '../ticket/useGate.tsx';
import { useSubmission } from '../ticket/useSubmission.ts';
import { TimedRunning } from './TimedRunning.tsx';
import { durationText, evenShare, payoutOf } from './timed.ts';

type Offer = CallOutput<'GET pay/order-contract-quick/offers'>[number];
const stakeScale = 6;

/** Where the index will be when the time is up: stake, payout, and who pays it. */
export function TimedTicket({ instrument, dense, form, offer }: TicketPanelProps & { offer: Offer }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const { symbol } = instrument;
  const { asset } = offer;
  const signedIn = useSignedIn();
  const [{ direction }, turn] = contractDrafts.use(symbol);
  const [durationS, setDuration] = useState(offer.offers[0]?.durationS ?? 60);
  const [stake, setStake] = useState('');
  const [tried, setTried] = useState(false);
  const [sheet, setSheet] = useState(false);
  const wallet = lastValue(useFastWallet());
  const house = lastValue(useRisk(symbol))?.timed;
  const gate = useGate(instrument);
  const rate = offer.offers.find((each) => each.durationS === durationS)?.payoutRate ?? '0';
  const have = wallet?.walletBalance;
  const { submission, send, again, forget } = useSubmission(
    `timed ticket ${symbol}`,
    () => ['POST pay/order-contract-quick/buy', { symbol, direction, durationS, stake }],
    () => setStake(''),
  );
  const suitability = useSuitability('timed', send);
  const figure = (value: string) => formatAmount(trimZeros(value), { locale });
  const limits = t('leverage.stakeLimits', { min: figure(offer.minStake), max: figure(offer.maxStake), asset });
  const outside = isPositive(stake) && (decimalCompare(stake, offer.minStake) < 0 || decimalCompare(stake, offer.maxStake) > 0);
  const short = isPositive(stake) && have !== undefined && decimalCompare(stake, have) > 0;
  const bad = outside || (tried && !isPositive(stake)) ? limits : short ? t('leverage.offerTransfer') : undefined;
  const most = have === undefined ? null : decimalCompare(have, offer.maxStake) > 0 ? offer.maxStake : have;
  const percent = most === null ? 0 : percentOf(stake, most);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isPositive(stake) || outside || short) return event.currentTarget.querySelector<HTMLInputElement>('[name=quantity]')?.focus();
    setTried(false);
    suitability.guard(true);
  };
  const amount = (value: string) => <Amount value={value} decimals={2} tone="direction" unit={asset} fraction="plain" />;
  const nothing = <span className={ticket.dash}>–</span>;
  const facts: Fact[] = [
    {
      key: 'won',
      name: t('leverage.payoutIfWon'),
      value: isPositive(stake) ? amount(payoutOf(stake, rate, stakeScale)) : nothing,
      why:
        isPositive(stake) && !amountsHidden
          ? t('leverage.payoutIfWonWhy', { stake: figure(stake), rate: `${figure(rate)}%` })
          : `+${figure(rate)}%`,
    },
    { key: 'lost', name: t('leverage.payoutIfLost'), value: isPositive(stake) ? amount(`-${stake}`) : nothing },
    { key: 'equal', name: t('leverage.payoutIfEqual'), value: t('leverage.payoutBack') },
    {
      key: 'even',
      name: t('leverage.breakEven'),
      value: `${formatAmount(evenShare(rate), { locale, decimals: 1 })}%`,
      why: t('leverage.breakEvenWhy'),
    },
  ];
  const what = { direction, time: durationText(t, durationS) };
  const side = (value: PositionDirection, mark: string, text: string, hotkey: string) => ({
    value: String(value),
    tone: value === PositionDirection.long ? ('up' as const) : ('down' as const),
    label: (
      <span className={ticket.sideLabel}>
        <span aria-hidden>{mark}</span> {text}
        {dense && (
          <kbd className={ticket.hotkey} aria-hidden>
            {hotkey}
          </kbd>
        )}
      </span>
    ),
  });
  return (
    <>
      <form
        ref={form}
        className={ticket.ticket}
        data-dense={dense}
        onSubmit={submit}
        noValidate
        aria-label={t('trade.ticketFor', { symbol })}
      >
        <Segmented
          label={t('leverage.timedDirection')}
          value={String(direction)}
          onChange={(next) => turn({ direction: Number(next) as PositionDirection })}
          options={[
            side(PositionDirection.long, '▲', t('leverage.timedUp'), 'B'),
            side(PositionDirection.short, '▼', t('leverage.timedDown'), 'S'),
          ]}
        />
        <Segmented
          small={dense}
          label={t('leverage.timedDuration')}
          value={String(durationS)}
          onChange={(next) => setDuration(Number(next))}
          options={offer.offers.map((each) => ({ value: String(each.durationS), label: durationText(t, each.durationS) }))}
        />
        <NumberField
          name="quantity"
          label={t('leverage.stake', { asset })}
          value={stake}
          onChange={(text) => {
            setStake(text);
            if (submission.state === 'rejected' || submission.state === 'accepted') forget();
          }}
          decimals={stakeScale}
          hint={limits}
          error={bad}
          layout={dense ? 'inline' : 'stacked'}
          dense={dense}
        />
        {signedIn && (
          <WalletLine dense={dense} name={t('leverage.timedBalance')} amount={have} {...{ asset }} onTransfer={() => setSheet(true)} />
        )}
        <Slider
          label={t('trade.sliderLabel')}
          value={percent}
          onChange={(next) => most !== null && setStake(next <= 0 ? '' : trimZeros(partOf(most, next, '0.01')))}
          text={t('trade.sliderText', { percent })}
          disabled={most === null || !isPositive(most)}
        />
        <div className={ticket.costs}>
          <Facts dense={dense} facts={facts} />
        </div>
        <p className={styles.note}>
          {t('leverage.house')}{' '}
          <Link to="/risk" search={{ symbol }} className={styles.link}>
            {t('leverage.houseMore')}
          </Link>
        </p>
        {house && (
          <p className={styles.hint}>
            {t('leverage.houseStats', {
              played: formatAmount(String(house.played), { locale }),
              won: formatAmount(String(house.won), { locale }),
              lost: formatAmount(String(house.lost), { locale }),
              result: formatAmount(house.houseResult, { locale, decimals: 2, sign: 'always' }),
              asset: house.asset,
            })}
          </p>
        )}
        <SubmissionNote
          {...{ submission, asset }}
          orderPage={false}
          acceptedAs={t('leverage.timedAccepted')}
          field={undefined}
          onAgain={again}
          onForget={forget}
          remedy={remedyOf(submission, suitability.ask, t('leverage.protectionAnswer'), t('leverage.protectionGo'))}
        />
        <GatedButton {...{ gate, submission, dense }} kind={direction === PositionDirection.long ? 'up' : 'down'}>
          {isPositive(stake) ? t('leverage.timedBuy', { ...what, stake: figure(stake), asset }) : t('leverage.timedBuyEmpty', what)}
        </GatedButton>
      </form>
      {signedIn && <TimedRunning symbol={symbol} />}
      {suitability.sheet}
      <TransferSheet open={sheet} onClose={() => setSheet(false)} wallet={4} asset={asset} />
    </>
  );
}
