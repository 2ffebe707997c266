import { TimeInForce } from '@bourse/protocol/enums';
import { Checkbox, Select } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import type { OrderForm } from './order-form.ts';
import styles from './Ticket.module.css';

type Rest = Pick<OrderForm, 'postOnly' | 'timeInForce'>;
type Props = {
  draft: Rest & { form: string };
  mayPostOnly: boolean;
  dense: boolean;
  onChange: (change: Partial<Rest>) => void;
};

/** How a limit order rests in the book: post-only or not, and for how long. */
export function RestChoices({ draft, mayPostOnly, dense, onChange }: Props) {
  const t = useT();
  return (
    <div className={styles.choices}>
      {draft.form === 'limit' && (
        <Checkbox
          small={dense}
          checked={draft.postOnly && mayPostOnly}
          disabled={!mayPostOnly}
          onChange={(postOnly) => onChange({ postOnly })}
          title={t('trade.postOnlyWhy')}
        >
          <span className="names">{t('trade.postOnly')}</span>
        </Checkbox>
      )}
      <Select
        bare
        small
        className={styles.tif}
        label={t('trade.timeInForce')}
        value={String(draft.timeInForce)}
        onChange={(next) => onChange({ timeInForce: Number(next) as TimeInForce, ...(next === '1' ? {} : { postOnly: false }) })}
        options={[
          { value: String(TimeInForce.gtc), label: t(dense ? 'trade.gtc' : 'trade.gtcWhy') },
          { value: String(TimeInForce.ioc), label: t(dense ? 'trade.ioc' : 'trade.iocWhy') },
          { value: String(TimeInForce.fok), label: t(dense ? 'trade.fok' : 'trade.fokWhy') },
        ]}
      />
    </div>
  );
}
