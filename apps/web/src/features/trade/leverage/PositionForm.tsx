import { decimalCompare } from '@bourse/money';
import type { ReactNode, RefObject } from 'react';
import { useState } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import type { TicketGate } from '../ticket/GatedButton.tsx';
import { OrderFields } from '../ticket/OrderFields.tsx';
import { hasLimitPrice, mayPostOnly } from '../ticket/order-form.ts';
import { RestChoices } from '../ticket/RestChoices.tsx';
import { ShareSlider } from '../ticket/ShareSlider.tsx';
import type { Accepted } from '../ticket/submission.ts';
import { TicketFrame } from '../ticket/TicketFrame.tsx';
import { buys, draftOfInput, isLong, type PositionDraft } from './draft.ts';
import { FundsLine } from './funds.tsx';
import { StopFields } from './StopFields.tsx';
import { TransferSheet } from './TransferSheet.tsx';
import type { PositionTicket } from './usePositionTicket.ts';
import { WalletLine } from './WalletLine.tsx';

type Props = {
  instrument: Instrument;
  dense: boolean;
  form?: RefObject<HTMLFormElement | null> | undefined;
  draft: PositionDraft;
  ticket: PositionTicket;
  gate: TicketGate;
  reference: string | null;
  referenceName: string;
  /** The wallet that pays, as this ticket names it. */
  wallet: { id: 2 | 3; name: string; free: string | undefined };
  /** Types of order in addition to limit and market. */
  types: readonly { value: PositionDraft['form']; label: string }[];
  share: { label: string; textOf: (percent: number) => string; middle?: string | undefined };
  mayStop: boolean;
  /** Shown above the order: its side and its terms. */
  head: ReactNode;
  /** A note on the prices. */
  hints?: ReactNode;
  costs: ReactNode;
  /** Figures that stay visible above the button. */
  figures?: ReactNode;
  /** Shown above the costs. */
  notice?: ReactNode;
  result: (accepted: Accepted) => ReactNode;
  disabled: boolean;
  after?: string | undefined;
  sentence: string;
  sentenceOf: (draft: PositionDraft) => string;
  /** Without fields. */
  slip?: boolean | undefined;
};

/** The ticket of a position. Contracts and stocks pass in the parts that differ. */
export function PositionForm(props: Props) {
  const { instrument, dense, form, draft, ticket, gate, reference, wallet, share } = props;
  const { update, errorAt, opening, signedIn } = ticket;
  const [transfer, setTransfer] = useState(false);
  const t = useT();
  // The size that the slider offers counts what other wallets can pay, so the line above it does too.
  const pooled = ticket.power !== undefined && wallet.free !== undefined && decimalCompare(ticket.power, wallet.free) > 0;
  return (
    <>
      <TicketFrame
        {...{ gate, dense, form }}
        symbol={instrument.symbol}
        onSubmit={ticket.submit}
        order={ticket.order}
        refusedField={ticket.refusedField}
        warning={ticket.warning}
        sent={ticket.order.input && props.sentenceOf(draftOfInput(ticket.order.input, draft))}
        sized={draft.quantity !== ''}
        slip={props.slip ? { problems: draft.quantity === '' ? [] : ticket.problems, previewed: ticket.previewed } : undefined}
        costs={props.costs}
        result={props.result}
        remedy={ticket.suitability.remedyOf(ticket.order.submission)}
        disabled={props.disabled}
        figures={
          <>
            {props.figures}
            {opening && signedIn && <FundsLine preview={ticket.preview} onPayer={ticket.setPayer} />}
          </>
        }
        buying={buys(draft)}
        holds={ticket.holds}
        after={ticket.holds ? props.after : undefined}
        sentence={props.sentence}
      >
        {props.head}
        <OrderFields
          {...{ draft, update, instrument, dense, errorAt }}
          more={opening ? props.types : []}
          onForm={(next) => update({ form: next })}
          bid={ticket.bid}
          ask={ticket.ask}
          last={reference}
          lastName={props.referenceName}
          affordable={ticket.affordable}
        />
        {hasLimitPrice(draft) && <RestChoices {...{ draft, dense }} mayPostOnly={mayPostOnly(draft)} onChange={update} />}
        {props.hints}
        {opening && signedIn && (
          <WalletLine
            dense={dense}
            name={pooled ? t('leverage.buyingPower') : wallet.name}
            amount={pooled ? ticket.power : wallet.free}
            asset={instrument.quote}
            onTransfer={() => setTransfer(true)}
          />
        )}
        <ShareSlider value={draft.quantity} max={ticket.max} onShare={ticket.takeShare} {...share} />
        {opening && props.mayStop && (
          <StopFields
            {...{ instrument, dense, errorAt }}
            on={draft.stops}
            onSwitch={(stops) => update({ stops })}
            stops={draft}
            onChange={update}
            entry={ticket.price}
            quantity={draft.quantity}
            long={isLong(draft)}
          />
        )}
        {props.notice}
      </TicketFrame>
      {props.slip ? ticket.suitability.inline : ticket.suitability.sheet}
      <TransferSheet open={transfer} onClose={() => setTransfer(false)} wallet={wallet.id} asset={instrument.quote} />
    </>
  );
}
