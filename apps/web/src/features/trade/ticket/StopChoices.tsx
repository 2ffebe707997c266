import { Segmented } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import type { OrderForm } from './order-form.ts';
import styles from './Ticket.module.css';

type Choice = Pick<OrderForm, 'purpose' | 'execute'>;

/** The purpose of a triggered order, and the type of order it becomes. */
export function StopChoices({ draft, onChange }: { draft: Choice; onChange: (part: Partial<Choice>) => void }) {
  const t = useT();
  return (
    <div className={styles.pair}>
      <Segmented
        small
        label={t('trade.purpose')}
        value={draft.purpose}
        onChange={(purpose) => onChange({ purpose })}
        options={[
          { value: 'stop', label: t('trade.purposeStop') },
          { value: 'takeProfit', label: t('trade.purposeProfit') },
        ]}
      />
      <Segmented
        small
        label={t('trade.executeAs')}
        value={draft.execute}
        onChange={(execute) => onChange({ execute })}
        options={[
          { value: 'limit', label: t('trade.executeLimit') },
          { value: 'market', label: t('trade.executeMarket') },
        ]}
      />
    </div>
  );
}
