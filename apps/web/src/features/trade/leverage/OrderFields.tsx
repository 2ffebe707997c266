import { formatAmount } from '@bourse/money';
import { TimeInForce } from '@bourse/protocol/enums';
import { Checkbox, NumberField, Segmented, Select, useUi } from '@bourse/ui';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
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
  const { locale } = useUi();
  const layout = dense ? ('inline' as const) : ('stacked' as const);
  const priceField = (field: 'price' | 'trigger', label: string) => (
    <NumberField
      name={field}
      label={label}
      value={draft[field]}
      onChange={(text) => update({ [field]: text }, field)}
      decimals={stepDecimals(instrument.tick)}
      step={instrument.tick}
      min={instrument.tick}
      error={errorAt(field)}
      {...{ layout, dense }}
      enterKeyHint="next"
    />
  );
  const references = [
    ['bestBid', bid],
    ['bestAsk', ask],
    ['lastPrice', last],
  ] as const;
  const opening = isOpening(draft);
  return (
    <>
      <Segmented
        label={t('trade.form')}
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
              <div className={ticket.references}>
                {references.map(
                  ([key, price]) =>
                    price !== null && (
                      <button key={key} type="button" className={ticket.reference} onClick={() => update({ price }, 'price')}>
                        {marked && key === 'lastPrice' ? t('leverage.mark') : t(`trade.${key}`)}{' '}
                        {formatAmount(price, { locale, decimals: stepDecimals(instrument.tick) })}
                      </button>
                    ),
                )}
              </div>
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
      {hasLimitPrice(draft) && (
        <div className={ticket.choices}>
          {draft.form === 'limit' && (
            <Checkbox
              small={dense}
              checked={draft.postOnly && mayPostOnly(draft)}
              disabled={!mayPostOnly(draft)}
              onChange={(postOnly) => update({ postOnly })}
              title={t('trade.postOnlyWhy')}
            >
              <span className="names">{t('trade.postOnly')}</span>
            </Checkbox>
          )}
          <Select
            bare
            small
            className={ticket.tif}
            label={t('trade.timeInForce')}
            value={String(draft.timeInForce)}
            onChange={(next) => update({ timeInForce: Number(next) as TimeInForce, ...(next === '1' ? {} : { postOnly: false }) })}
            options={[
              { value: String(TimeInForce.gtc), label: t(dense ? 'trade.gtc' : 'trade.gtcWhy') },
              { value: String(TimeInForce.ioc), label: t(dense ? 'trade.ioc' : 'trade.iocWhy') },
              { value: String(TimeInForce.fok), label: t(dense ? 'trade.fok' : 'trade.fokWhy') },
            ]}
          />
        </div>
      )}
    </>
  );
}
