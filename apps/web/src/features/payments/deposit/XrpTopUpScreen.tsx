import { RechargeChannel } from '@bourse/protocol/enums';
import { EmptyState, IconCoins, IconWarning } from '@bourse/ui';
import { lastValue } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Qr } from '../../../shell/Qr.tsx';
import { Unread } from '../../../shell/Unread.tsx';
import { useOwnRead } from '../model/own-read.ts';
import type { DepositAddress } from '../model/vault.ts';
import { Columns } from '../parts/Columns.tsx';
import { Address, CopyLine } from '../parts/CopyLine.tsx';
import { Identified } from '../parts/Gate.tsx';
import { ChainDeposit } from './ChainDeposit.tsx';
import { Claim } from './Claim.tsx';
import styles from './deposit.module.css';
import { OnTheirWay } from './OnTheirWay.tsx';
import { Rules } from './Rules.tsx';

/** Pay in XRP: one address for all, told apart by a tag. Both are shown equally big, because one without the other reaches nobody. */
export function XrpTopUpScreen() {
  const t = useT();
  const remote = useOwnRead('GET pay/recharge-channel/virtual-list', { asset: 'XRP' });
  const channel = lastValue(remote)?.find((one) => one.channel === RechargeChannel.cryptoCallback);
  return (
    <Columns
      title={t('moneyIn.xrpTitle')}
      aside={
        <>
          {channel && <Rules of={channel} />}
          <OnTheirWay asset="XRP" />
        </>
      }
    >
      <Identified>
        {channel ? (
          <>
            <ChainDeposit channel={channel}>{(of) => <Where of={of} />}</ChainDeposit>
            <Claim channel={channel} />
          </>
        ) : lastValue(remote) ? (
          <EmptyState icon={<IconCoins size={28} strokeWidth={1.5} aria-hidden />} title={t('moneyIn.noXrp')}>
            {t('moneyIn.noXrpText')}
          </EmptyState>
        ) : (
          <Unread remote={remote} rows={4} height={88} />
        )}
      </Identified>
    </Columns>
  );
}

function Where({ of }: { of: DepositAddress }) {
  const t = useT();
  return (
    <div className={styles.where}>
      <Qr text={of.xAddress ?? of.address} label={t('moneyIn.qrLabel', { asset: 'XRP', network: of.channel.networkName ?? '' })} />
      <CopyLine large label={t('moneyIn.xrpAddress')} value={of.address} shown={<Address value={of.address} />} />
      {of.tag !== null && <CopyLine large label={t('moneyIn.tag')} value={String(of.tag)} />}
      <p className={styles.warn}>
        <IconWarning size={18} aria-hidden />
        <span>{t('moneyIn.tagWhy')}</span>
      </p>
      {of.xAddress !== null && (
        <>
          <CopyLine label={t('moneyIn.xAddress')} value={of.xAddress} shown={<Address value={of.xAddress} />} />
          <p className={styles.note}>{t('moneyIn.xAddressText')}</p>
        </>
      )}
    </div>
  );
}
