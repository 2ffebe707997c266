import { formatAmount, trimZeros } from '@bourse/money';
import { useUi } from '@bourse/ui';
import { lastValue, useTiers } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import styles from './Panel.module.css';
import { Panel } from './Panel.tsx';

/** How maximum leverage falls and maintenance margin rises with the size of a position. */
export function Tiers({ symbol }: { symbol: string }) {
  const t = useT();
  const { locale } = useUi();
  const remote = useTiers(symbol);
  const map = lastValue(remote)?.[0];
  const figure = (text: string) => formatAmount(trimZeros(text), { locale });
  return (
    <Panel
      title={t('risk.tiers')}
      aside={map && t('risk.liquidationFee', { rate: `${figure(map.liquidationFeeRate)}%` })}
      why={t('risk.tiersWhy')}
    >
      {map ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('risk.tierSize', { asset: map.asset })}</th>
              <th scope="col">{t('risk.tierLeverage')}</th>
              <th scope="col">{t('risk.tierKeep')}</th>
            </tr>
          </thead>
          <tbody>
            {map.tiers.map((tier) => (
              <tr key={tier.tier}>
                <td>
                  <bdi dir="ltr">
                    {figure(tier.from)} – {figure(tier.to)}
                  </bdi>
                </td>
                <td>
                  <bdi dir="ltr">{tier.maxLever}×</bdi>
                </td>
                <td>
                  <bdi dir="ltr">{figure(tier.maintenanceRate)}%</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Unread remote={remote} compact rows={4} height={36} />
      )}
    </Panel>
  );
}
