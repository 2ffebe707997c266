import { formatAmount, trimZeros } from '@bourse/money';
import { OrderSide } from '@bourse/protocol/enums';
import { errorMessage } from '@bourse/protocol/errors';
import { Amount, NumberField, Segmented, Slider, useUi } from '@bourse/ui';
import { type FormEvent, type RefObject, useDeferredValue, useMemo, useState } from 'react';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import type { TicketGate } from '../ticket/GatedButton.tsx';
import { PriceField, PriceReferences } from '../ticket/PriceEntry.tsx';
import { RestChoices } from '../ticket/RestChoices.tsx';
import { StopChoices } from '../ticket/StopChoices.tsx';
import { SubmissionNote } from '../ticket/SubmissionNote.tsx';
import type { Submission } from '../ticket/submission.ts';
import styles from '../ticket/Ticket.module.css';
import { byAmount, type Draft, hasLimitPrice, mayAmount, mayPostOnly } from './draft.ts';
import { availableFor, isBuy, most, percentTaken, preview, type TicketFacts, withPercent } from './preview.ts';
import { SendButton } from './SendButton.tsx';
import { Costs } from './SpotCosts.tsx';
import { fieldOf, problems, type TicketField } from './validate.ts';

export type TicketProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  facts: TicketFacts;
  gate: TicketGate;
  submission: Submission;
  onSend: () => void;
  onAgain: () => void;
  onForget: () => void;
  /** In the terminal's panel; otherwise in a sheet. */
  dense: boolean;
  form?: RefObject<HTMLFormElement | null> | undefined;
};

const sideKey = (side: OrderSide) => (side === OrderSide.buy ? 'buy' : 'sell');

/** The order as a person writes it. It knows the instrument's rules, so that what is refused is refused here, at its field. */
export function Ticket({ draft, change, facts, gate, submission, onSend, onAgain, onForget, dense, form }: TicketProps) {
  const t = useT();
  const language = useLanguage();
  const { locale, amountsHidden } = useUi();
  const [tried, setTried] = useState(false);
  const [touched, setTouched] = useState<readonly TicketField[]>([]);
  const found = problems(draft, facts, locale);
  // What was typed is painted first; what it comes to is worked out after.
  const settled = useDeferredValue(useMemo(() => ({ draft, facts }), [draft, facts]));
  const shown = useMemo(() => preview(settled.draft, settled.facts), [settled]);
  const update = (part: Partial<Draft>, field?: TicketField) => {
    change(part);
    if (field && !touched.includes(field)) setTouched([...touched, field]);
    if (submission.state === 'rejected' || submission.state === 'accepted') onForget();
  };

  const refusedField = submission.state === 'rejected' ? fieldOf(submission.name) : undefined;
  const given: Record<TicketField, string> = {
    price: draft.price,
    trigger: draft.trigger,
    quantity: byAmount(draft) ? draft.amount : draft.quantity,
  };
  /** An empty field is only complained about once somebody tried to send. */
  const errorAt = (field: TicketField): string | undefined => {
    if (submission.state === 'rejected' && refusedField === field) return submission.message;
    const problem = found.find((known) => known.field === field);
    if (!problem || !(tried || (touched.includes(field) && given[field] !== ''))) return undefined;
    return errorMessage(problem.name, language, problem.detail);
  };

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (found.length > 0) {
      setTried(true);
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${found[0]!.field}]`)?.focus();
      return;
    }
    setTried(false);
    setTouched([]);
    onSend();
  };

  const priceDecimals = stepDecimals(facts.tick);
  const lotDecimals = stepDecimals(facts.lot);
  const available = availableFor(draft, facts);
  const paysAsset = isBuy(draft) ? facts.quote : facts.base;
  const percent = percentTaken(draft, facts);
  const maximum = most(draft, facts);
  const value = byAmount(draft);
  const layout = dense ? 'inline' : 'stacked';
  const priceField = (field: 'price' | 'trigger', label: string) => (
    <PriceField
      name={field}
      value={draft[field]}
      tick={facts.tick}
      error={errorAt(field)}
      onChange={(text) => update({ [field]: text }, field)}
      {...{ label, dense }}
    />
  );

  return (
    <form
      ref={form}
      className={styles.ticket}
      data-dense={dense}
      onSubmit={send}
      noValidate
      aria-label={t('trade.ticketFor', { symbol: facts.symbol })}
    >
      <Segmented
        label={t('trade.side')}
        className={styles.sides}
        value={sideKey(draft.side)}
        onChange={(side) => update({ side: side === 'buy' ? OrderSide.buy : OrderSide.sell })}
        options={[
          { value: 'buy', label: <SideLabel mark="▲" text={t('trade.buy')} hotkey={dense ? 'B' : undefined} />, tone: 'up' },
          { value: 'sell', label: <SideLabel mark="▼" text={t('trade.sell')} hotkey={dense ? 'S' : undefined} />, tone: 'down' },
        ]}
      />
      <Segmented
        label={t('trade.form')}
        small={dense}
        value={draft.form}
        onChange={(kind) => update({ form: kind })}
        options={[
          { value: 'limit', label: t('trade.limit') },
          { value: 'market', label: t('trade.market') },
          { value: 'stop', label: t('trade.stop') },
        ]}
      />
      {draft.form === 'stop' && <StopChoices draft={draft} onChange={update} />}
      {draft.form === 'stop' && priceField('trigger', t('trade.triggerIn', { asset: facts.quote }))}
      <div className={styles.fields}>
        {hasLimitPrice(draft) && (
          <div className={styles.stack}>
            {priceField('price', t('trade.priceIn', { asset: facts.quote }))}
            {dense && (
              <PriceReferences
                bid={facts.bid}
                ask={facts.ask}
                last={facts.last}
                lastName={t('trade.lastPrice')}
                tick={facts.tick}
                onPick={(price) => update({ price }, 'price')}
              />
            )}
          </div>
        )}
        <NumberField
          name="quantity"
          label={t(value ? 'trade.amountIn' : 'trade.quantityIn', { asset: value ? facts.quote : facts.base })}
          value={value ? draft.amount : draft.quantity}
          onChange={(text) => update(value ? { amount: text } : { quantity: text }, 'quantity')}
          decimals={value ? facts.quoteScale : lotDecimals}
          error={errorAt('quantity')}
          {...{ layout, dense }}
          {...(dense ? { step: value ? '1' : facts.lot } : {})}
        />
      </div>
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
            decimals={Math.min(8, isBuy(draft) ? Math.max(2, priceDecimals) : lotDecimals)}
            unit={paysAsset}
            fraction="plain"
          />
        </p>
      )}
      <Slider
        label={t('trade.sliderLabel')}
        value={percent}
        onChange={(next) => {
          const { quantity, amount } = withPercent(draft, facts, next);
          update({ quantity, amount }, 'quantity');
        }}
        text={t('trade.sliderText', { percent })}
        disabled={maximum === null}
        start="0"
        middle={maximum === null ? undefined : t('trade.sliderText', { percent })}
        end={maximum === null || amountsHidden ? undefined : t('trade.most', { amount: formatAmount(trimZeros(maximum), { locale }) })}
      />
      {hasLimitPrice(draft) && <RestChoices {...{ draft, dense }} mayPostOnly={mayPostOnly(draft)} onChange={update} />}
      <Costs {...settled} {...{ shown, dense }} />
      <SubmissionNote {...{ submission, onAgain, onForget }} asset={facts.base} field={refusedField} />
      <SendButton {...settled} {...{ gate, submission, dense, shown }} />
    </form>
  );
}

function SideLabel({ mark, text, hotkey }: { mark: string; text: string; hotkey: string | undefined }) {
  return (
    <span className={styles.sideLabel}>
      <span aria-hidden>{mark}</span> {text}
      {hotkey && (
        <kbd className={styles.hotkey} aria-hidden>
          {hotkey}
        </kbd>
      )}
    </span>
  );
}
