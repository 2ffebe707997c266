import { NumberField, Segmented, useUi } from '@bourse/ui';
import type { ReactNode } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { affordableOffer } from './affordable.ts';
import { stepDecimals } from './arithmetic.ts';
import { hasLimitPrice, type OrderForm } from './order-form.ts';
import { PriceField, PriceReferences } from './PriceEntry.tsx';
import { StopChoices } from './StopChoices.tsx';
import styles from './Ticket.module.css';

type Field = 'price' | 'trigger' | 'quantity';
type Change = Partial<Pick<OrderForm, 'price' | 'trigger' | 'quantity' | 'purpose' | 'execute'>>;
type Props<Form extends OrderForm['form']> = {
  draft: OrderForm & { form: Form };
  /** The types of order offered in addition to limit and market. */
  more: readonly { value: Form; label: string }[];
  onForm: (form: Form) => void;
  update: (part: Change, field?: Field) => void;
  instrument: Pick<Instrument, 'tick' | 'lot' | 'base' | 'quote'>;
  dense: boolean;
  errorAt: (field: Field) => string | undefined;
  bid: string | null;
  ask: string | null;
  last: string | null;
  /** What `last` means: the last price or the mark. */
  lastName: string;
  /** The largest quantity that can be paid, offered when the typed one cannot. */
  affordable?: string | undefined;
  /** The size field, where it is not a plain quantity. */
  size?: ReactNode;
};

/** An order's type, prices and size: shared by every product that trades in a book. */
export function OrderFields<Form extends OrderForm['form']>(props: Props<Form>) {
  const { draft, more, onForm, update, instrument, dense, errorAt, bid, ask, last, lastName, affordable, size } = props;
  const t = useT();
  const { locale } = useUi();
  const priceField = (field: 'price' | 'trigger', label: string) => (
    <PriceField
      name={field}
      value={draft[field]}
      tick={instrument.tick}
      asset={instrument.quote}
      error={errorAt(field)}
      onChange={(text) => update({ [field]: text }, field)}
      {...{ label, dense }}
    />
  );
  return (
    <>
      <Segmented
        label={t('trade.form')}
        small={dense}
        value={draft.form}
        onChange={onForm}
        options={[{ value: 'limit' as Form, label: t('trade.limit') }, { value: 'market' as Form, label: t('trade.market') }, ...more]}
      />
      {draft.form === 'stop' && <StopChoices draft={draft} onChange={update} />}
      {draft.form === 'stop' && priceField('trigger', t('trade.triggerIn', { asset: instrument.quote }))}
      <div className={styles.fields}>
        {hasLimitPrice(draft) && (
          <div className={styles.stack}>
            {priceField('price', t('trade.priceIn', { asset: instrument.quote }))}
            {dense && (
              <PriceReferences {...{ bid, ask, last, lastName }} tick={instrument.tick} onPick={(price) => update({ price }, 'price')} />
            )}
          </div>
        )}
        {size || (
          <NumberField
            name="quantity"
            label={t('trade.quantityIn', { asset: instrument.base })}
            value={draft.quantity}
            onChange={(text) => update({ quantity: text }, 'quantity')}
            decimals={stepDecimals(instrument.lot)}
            asset={instrument.base}
            error={errorAt('quantity')}
            offer={affordableOffer(t, affordable, instrument.base, locale)}
            layout={dense ? 'inline' : 'stacked'}
            dense={dense}
            {...(dense ? { step: instrument.lot } : {})}
          />
        )}
      </div>
    </>
  );
}
