import { decimalSign, formatAmount, trimZeros } from '@bourse/money';
import { OrderSide } from '@bourse/protocol/enums';
import { Amount, hiddenAmount, NumberField, Segmented, useUi } from '@bourse/ui';
import { type RefObject, useDeferredValue, useMemo } from 'react';
import { useT } from '../../../i18n/index.ts';
import { affordableOffer } from '../ticket/affordable.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import type { TicketGate } from '../ticket/GatedButton.tsx';
import { OrderFields } from '../ticket/OrderFields.tsx';
import { hasLimitPrice, mayPostOnly } from '../ticket/order-form.ts';
import { RestChoices } from '../ticket/RestChoices.tsx';
import { ShareSlider } from '../ticket/ShareSlider.tsx';
import { SideLabel } from '../ticket/SideLabel.tsx';
import styles from '../ticket/Ticket.module.css';
import { TicketFrame } from '../ticket/TicketFrame.tsx';
import type { useSubmission } from '../ticket/useSubmission.ts';
import { useTicketForm } from '../ticket/useTicketForm.ts';
import { byAmount, type Draft, draftOf, mayAmount } from './draft.ts';
import { availableFor, isBuy, maxToOrder, preview, type TicketFacts, withPercent } from './preview.ts';
import { SpotCosts } from './SpotCosts.tsx';
import { SpotResult } from './SpotResult.tsx';
import { spotSentence } from './sentence.ts';
import { fieldOf, problems, type TicketField } from './validate.ts';

type Props = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  facts: TicketFacts;
  gate: TicketGate;
  order: ReturnType<typeof useSubmission>;
  /** In the terminal's panel; otherwise in a sheet. */
  dense: boolean;
  form?: RefObject<HTMLFormElement | null> | undefined;
  /** Without fields. */
  slip: boolean;
};

/** The order form. It checks the instrument's rules and shows a problem at its field before anything is sent. */
export function SpotForm({ draft, change, facts, gate, order, dense, form, slip }: Props) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  // Paint the typed text first; compute the costs afterwards.
  const settled = useDeferredValue(useMemo(() => ({ draft, facts }), [draft, facts]));
  const shown = useMemo(() => preview(settled.draft, settled.facts), [settled]);
  const value = byAmount(draft);
  const found = problems(draft, facts, locale);
  const overdrawn = shown?.left != null && decimalSign(shown.left) < 0;
  const holds = !overdrawn && !found.some(({ name }) => name === 'insufficientBalance');
  const affordable = holds ? undefined : (maxToOrder(draft, facts) ?? undefined);
  const {
    update,
    errorAt,
    submit,
    refusedField,
    problems: slipProblems,
  } = useTicketForm<Draft, TicketField>({
    given: { price: draft.price, trigger: draft.trigger, quantity: value ? draft.amount : draft.quantity },
    found,
    submission: order.submission,
    forget: order.forget,
    onReady: order.send,
    ...{ change, fieldOf },
  });
  const lotDecimals = stepDecimals(facts.lot);
  const available = availableFor(draft, facts);
  const after = holds &&
    shown?.left && {
      amount: amountsHidden ? hiddenAmount : formatAmount(trimZeros(shown.left), { locale }),
      asset: shown.paysAsset,
    };
  const sized = (value ? draft.amount : draft.quantity) !== '';
  const previewed = shown !== null && settled.draft === draft;
  return (
    <TicketFrame
      {...{ gate, order, dense, form, refusedField, sized }}
      slip={slip ? { problems: sized ? slipProblems : [], previewed } : undefined}
      symbol={facts.symbol}
      onSubmit={submit}
      buying={isBuy(draft)}
      holds={holds}
      after={after ? t('trade.after', after) : undefined}
      sentence={spotSentence(t, draft, facts, locale)}
      sent={order.input && spotSentence(t, draftOf(order.input as Parameters<typeof draftOf>[0]), facts, locale)}
      costs={<SpotCosts {...settled} {...{ shown, dense }} />}
      result={(accepted) => <SpotResult {...{ accepted }} side={draft.side} instrument={facts} />}
    >
      <Segmented
        label={t('trade.side')}
        className={styles.sides}
        value={isBuy(draft) ? 'buy' : 'sell'}
        onChange={(side) => update({ side: side === 'buy' ? OrderSide.buy : OrderSide.sell })}
        options={[
          { value: 'buy', label: <SideLabel mark="▲" text={t('trade.buy')} hotkey="B" dense={dense} />, tone: 'up' },
          { value: 'sell', label: <SideLabel mark="▼" text={t('trade.sell')} hotkey="S" dense={dense} />, tone: 'down' },
        ]}
      />
      <OrderFields
        {...{ draft, update, dense, errorAt }}
        instrument={facts}
        more={[{ value: 'stop', label: t('trade.stop') }]}
        onForm={(chosen) => update({ form: chosen })}
        bid={facts.bid}
        ask={facts.ask}
        last={facts.last}
        lastName={t('trade.index')}
        affordable={affordable}
        size={
          value && (
            <NumberField
              name="quantity"
              label={t('trade.amountIn', { asset: facts.quote })}
              value={draft.amount}
              onChange={(amount) => update({ amount }, 'quantity')}
              decimals={facts.quoteScale}
              asset={facts.quote}
              error={errorAt('quantity')}
              offer={affordableOffer(t, affordable, facts.quote, locale)}
              layout={dense ? 'inline' : 'stacked'}
              dense={dense}
              {...(dense ? { step: '1' } : {})}
            />
          )
        }
      />
      {mayAmount(draft) && (
        <Segmented
          small
          label={t('trade.sizeBy')}
          value={draft.by}
          onChange={(by) => update({ by })}
          options={[
            { value: 'quantity', label: t('trade.byQuantity') },
            { value: 'amount', label: t('trade.byAmount') },
          ]}
        />
      )}
      {available !== null && (
        <p className={styles.available}>
          <span>{t('trade.available')}</span>
          <Amount
            value={trimZeros(available)}
            decimals={Math.min(8, isBuy(draft) ? Math.max(2, stepDecimals(facts.tick)) : lotDecimals)}
            unit={isBuy(draft) ? facts.quote : facts.base}
            fraction="plain"
          />
        </p>
      )}
      <ShareSlider
        value={value ? draft.amount : draft.quantity}
        max={maxToOrder(draft, facts)}
        label={t('trade.sliderLabel')}
        textOf={(percent) => t('trade.sliderText', { percent })}
        onShare={(percent) => {
          const { quantity, amount } = withPercent(draft, facts, percent);
          update({ quantity, amount }, 'quantity');
        }}
      />
      {hasLimitPrice(draft) && <RestChoices {...{ draft, dense }} mayPostOnly={mayPostOnly(draft)} onChange={update} />}
    </TicketFrame>
  );
}
