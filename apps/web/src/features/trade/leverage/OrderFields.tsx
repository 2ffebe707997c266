import { NumberField, Segmented } from '@bourse/ui';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { PriceField, PriceReferences } from '../ticket/PriceEntry.tsx';
import { RestChoices } from '../ticket/RestChoices.tsx';
import { StopChoices } from '../ticket/StopChoices.tsx';
import ticket from '../ticket/Ticket.module.css';
import type { PositionField } from './check.ts';
import { hasLimitPrice, isOpening, mayPostOnly, type PositionDraft } from './draft.ts';

type Props = {
  draft: PositionDraft;
  update: (part: Partial<PositionDraft>, field?: PositionField) => void;
  instrument: Instrument;
  dense: boolean;
  errorAt: (field: PositionField) => string | undefined;
  bid: string | null;
  ask: string | null;
  last: string | null;
  /** The reference is a mark, not a trade. */
  marked?: boolean | undefined;
  /** Offers the upper-circuit form too. */
  upper?: boolean | undefined;
};

/** Kind of order, its prices, its quantity and how long it stays: alike for contracts and stocks. */
export function OrderFields({ draft, update, instrument, dense, errorAt, bid, ask, last, marked = false, upper = false }: Props) {
  const t = useT();
  const layout = dense ? ('inline' as const) : ('stacked' as const);
  const priceField = (field: 'price' | 'trigger', label: string) => (
    <PriceField
      name={field}
      value={draft[field]}
      tick={instrument.tick}
      error={errorAt(field)}
      onChange={(text) => update({ [field]: text }, field)}
      {...{ label, dense }}
    />
  );
  const opening = isOpening(draft);
  return (
    <>
      <Segmented
        label={t('trade.form')}
        small={dense}
        value={draft.form}
        onChange={(form) => update({ form })}
        options={[
          { value: 'limit', label: t('trade.limit') },
          { value: 'market', label: t('trade.market') },
          ...(opening ? [{ value: 'stop' as const, label: t('trade.stop') }] : []),
          ...(upper && opening ? [{ value: 'upper' as const, label: t('leverage.upper') }] : []),
        ]}
      />
      {draft.form === 'stop' && <StopChoices draft={draft} onChange={update} />}
      {draft.form === 'stop' && priceField('trigger', t('trade.triggerIn', { asset: instrument.quote }))}
      <div className={ticket.fields}>
        {hasLimitPrice(draft) && (
          <div className={ticket.stack}>
            {priceField('price', t('trade.priceIn', { asset: instrument.quote }))}
            {dense && (
              <PriceReferences
                {...{ bid, ask, last }}
                lastName={marked ? t('leverage.markShort') : t('trade.lastPrice')}
                tick={instrument.tick}
                onPick={(price) => update({ price }, 'price')}
              />
            )}
          </div>
        )}
        <NumberField
          name="quantity"
          label={t('trade.quantityIn', { asset: instrument.base })}
          value={draft.quantity}
          onChange={(text) => update({ quantity: text }, 'quantity')}
          decimals={stepDecimals(instrument.lot)}
          error={errorAt('quantity')}
          {...{ layout, dense }}
          {...(dense ? { step: instrument.lot } : {})}
        />
      </div>
      {hasLimitPrice(draft) && <RestChoices {...{ draft, dense }} mayPostOnly={mayPostOnly(draft)} onChange={update} />}
    </>
  );
}
