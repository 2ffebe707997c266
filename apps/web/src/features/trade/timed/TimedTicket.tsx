import { decimalCompare, formatAmount, formatMoney, trimZeros } from '@bourse/money';
import { PositionDirection } from '@bourse/protocol/enums';
import { NumberField, Segmented, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type CallOutput, lastValue, useFastWallet, useRisk, useSignedIn } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { contractDrafts } from '../leverage/draft.ts';
import styles from '../leverage/leverage.module.css';
import { useSuitability } from '../leverage/Suitability.tsx';
import { partOf } from '../leverage/sizing.ts';
import { TransferSheet } from '../leverage/TransferSheet.tsx';
import { WalletLine } from '../leverage/WalletLine.tsx';
import { affordableOffer } from '../ticket/affordable.ts';
import { isPositive } from '../ticket/arithmetic.ts';
import { ShareSlider } from '../ticket/ShareSlider.tsx';
import { SideLabel } from '../ticket/SideLabel.tsx';
import { Note } from '../ticket/SubmissionNote.tsx';
import { TicketFrame } from '../ticket/TicketFrame.tsx';
import type { TicketPanelProps } from '../ticket/TicketPanel.tsx';
import { useGate } from '../ticket/useGate.tsx';
import { useSubmission } from '../ticket/useSubmission.ts';
import { TimedCosts } from './TimedCosts.tsx';
import { TimedRunning } from './TimedRunning.tsx';
import { durationText, stakeScale } from './timed.ts';

type Offer = CallOutput<'GET pay/order-contract-quick/offers'>[number];

/** A stake on the index at the end of the time: the stake, the payout, and who pays it. */
export function TimedTicket({ instrument, dense, form, offer }: TicketPanelProps & { offer: Offer }) {
  const t = useT();
  const { locale } = useUi();
  const { symbol } = instrument;
  const { asset, minStake, maxStake } = offer;
  const signedIn = useSignedIn();
  const [{ direction }, turn] = contractDrafts.use(symbol);
  const [durationS, setDuration] = useState(offer.offers[0]?.durationS ?? 60);
  const [stake, setStake] = useState('');
  const [tried, setTried] = useState(false);
  const [transfer, setTransfer] = useState(false);
  const have = lastValue(useFastWallet())?.walletBalance;
  const house = lastValue(useRisk(symbol))?.timed;
  const gate = useGate(instrument);
  const rate = offer.offers.find((each) => each.durationS === durationS)?.payoutRate ?? '0';
  const order = useSubmission(
    `timed ticket ${symbol}`,
    () => ['POST pay/order-contract-quick/buy', { symbol, direction, durationS, stake }],
    () => setStake(''),
  );
  const suitability = useSuitability('timed', order.send);
  const figure = (value: string) => formatAmount(trimZeros(value), { locale });
  const limits = t('leverage.stakeLimits', { min: figure(minStake), max: figure(maxStake), asset });
  const given = isPositive(stake);
  const outside = given && (decimalCompare(stake, minStake) < 0 || decimalCompare(stake, maxStake) > 0);
  const short = given && have !== undefined && decimalCompare(stake, have) > 0;
  const bad = outside || (tried && !given) ? limits : short ? t('leverage.offerTransfer') : undefined;
  const max = have === undefined ? null : decimalCompare(have, maxStake) > 0 ? maxStake : have;
  const affordable = max !== null && decimalCompare(max, minStake) >= 0 ? max : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = !given || outside || short;
    setTried(wrong);
    if (wrong) return event.currentTarget.querySelector<HTMLInputElement>('[name=quantity]')?.focus();
    suitability.guard(true);
  };
  const type = (text: string) => {
    setStake(text);
    if (order.submission.state === 'rejected' || order.submission.state === 'accepted') order.forget();
  };
  const what = { direction, time: durationText(t, durationS) };
  return (
    <>
      <TicketFrame
        {...{ symbol, dense, form, gate, order }}
        onSubmit={submit}
        refusedField={undefined}
        sized={stake !== ''}
        result={() => (
          <Note tone="good" title={t('trade.accepted')}>
            {t('leverage.timedAccepted')}
          </Note>
        )}
        remedy={suitability.remedyOf(order.submission)}
        buying={direction === PositionDirection.long}
        holds={!short}
        sentence={given ? t('leverage.timedBuy', { ...what, stake: figure(stake), asset }) : t('leverage.timedBuyEmpty', what)}
      >
        <Segmented
          label={t('leverage.timedDirection')}
          value={String(direction)}
          onChange={(next) => turn({ direction: Number(next) as PositionDirection })}
          options={[
            {
              value: String(PositionDirection.long),
              tone: 'up',
              label: <SideLabel mark="▲" text={t('leverage.timedUp')} hotkey="B" dense={dense} />,
            },
            {
              value: String(PositionDirection.short),
              tone: 'down',
              label: <SideLabel mark="▼" text={t('leverage.timedDown')} hotkey="S" dense={dense} />,
            },
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
          onChange={type}
          decimals={stakeScale}
          asset={asset}
          hint={limits}
          error={bad}
          offer={short ? affordableOffer(t, affordable, asset, locale) : undefined}
          layout={dense ? 'inline' : 'stacked'}
          dense={dense}
        />
        {signedIn && (
          <WalletLine dense={dense} name={t('leverage.timedBalance')} amount={have} {...{ asset }} onTransfer={() => setTransfer(true)} />
        )}
        <ShareSlider
          value={stake}
          max={max}
          label={t('trade.sliderLabel')}
          textOf={(percent) => t('trade.sliderText', { percent })}
          onShare={(percent) => max !== null && type(percent <= 0 ? '' : trimZeros(partOf(max, percent, '0.01')))}
        />
        <TimedCosts {...{ stake, rate, asset, dense }} />
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
              result: formatMoney(house.houseResult, { locale, decimals: 2, sign: 'always' }),
              asset: house.asset,
            })}
          </p>
        )}
      </TicketFrame>
      {signedIn && <TimedRunning symbol={symbol} />}
      {suitability.sheet}
      <TransferSheet open={transfer} onClose={() => setTransfer(false)} wallet={4} asset={asset} />
    </>
  );
}
