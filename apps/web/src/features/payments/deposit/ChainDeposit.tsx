import type { Channel } from '@bourse/protocol';
import { Button, ErrorState, IconCheck, IconInfo, IconWarning, SkeletonRows } from '@bourse/ui';
import { type ReactNode, useState } from 'react';
import { lastValue, useMember } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Qr } from '../../../shell/Qr.tsx';
import { Unread } from '../../../shell/Unread.tsx';
import { useOwnRead } from '../model/own-read.ts';
import { type DepositAddress, trustVaultKey, useVaultCheck } from '../model/vault.ts';
import { Address, CopyLine } from '../parts/CopyLine.tsx';
import styles from './deposit.module.css';
import { TestCoins } from './TestCoins.tsx';

/** The customer's own address on a network: shown only once this browser has checked that the vault signed it. */
export function ChainDeposit({ channel, children }: { channel: Channel; children?: (of: DepositAddress) => ReactNode }) {
  const t = useT();
  const remote = useOwnRead(
    'GET pay/recharge/udun-address',
    { asset: channel.asset, network: channel.network ?? '' },
    { enabled: channel.network !== null && channel.openIn, staleMs: 600_000 },
  );
  const address = lastValue(remote);
  const member = useMember();
  const own = lastValue(member)?.account;
  if (!channel.openIn)
    return (
      <ErrorState compact title={t('moneyIn.closedTitle')}>
        {t('moneyIn.closedText')}
      </ErrorState>
    );
  if (!address || own === undefined) return <Unread remote={address ? member : remote} rows={3} height={88} />;
  return (
    <>
      <Checked of={address} own={own} onRetry={remote.state === 'ready' || remote.state === 'failed' ? remote.retry : undefined}>
        {children ?? ((one) => <Where of={one} />)}
      </Checked>
      <TestCoins channel={channel} />
    </>
  );
}

function Checked({
  of,
  own,
  onRetry,
  children,
}: {
  of: DepositAddress;
  own: number;
  onRetry: (() => void) | undefined;
  children: (of: DepositAddress) => ReactNode;
}) {
  const t = useT();
  const result = useVaultCheck(of, own);
  const [compared, setCompared] = useState(false);
  if (result === 'checking') return <SkeletonRows rows={3} height={88} label={t('moneyIn.vaultChecking')} />;
  if (result === 'wrong')
    return (
      <ErrorState title={t('moneyIn.vaultWrong')} onRetry={onRetry}>
        {t('moneyIn.vaultWrongText')}
      </ErrorState>
    );
  if (result === 'newKey' && !compared)
    return (
      <ErrorState
        title={t('moneyIn.vaultNewKey')}
        action={
          <Button
            kind="outline"
            onClick={() => {
              trustVaultKey(of.vaultKey ?? '');
              setCompared(true);
            }}
          >
            {t('moneyIn.vaultCompared')}
          </Button>
        }
      >
        {t('moneyIn.vaultNewKeyText', { letters: of.fingerprint })}
      </ErrorState>
    );
  return (
    <>
      {children(of)}
      <div className={styles.seal}>
        {result === 'unsigned' ? <IconInfo size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />}
        <span>{t(result === 'unsigned' ? 'moneyIn.vaultUnsigned' : 'moneyIn.vaultSigned')}</span>
        <b className={styles.letters}>
          <span className="visually-hidden">{t('moneyIn.fingerprint')}: </span>
          <bdi>{of.fingerprint}</bdi>
        </b>
      </div>
    </>
  );
}

function Where({ of }: { of: DepositAddress }) {
  const t = useT();
  const { address, channel } = of;
  const network = channel.networkName ?? '';
  return (
    <div className={styles.where}>
      <Qr text={address} label={t('moneyIn.qrLabel', { asset: channel.asset, network })} />
      <CopyLine label={t('moneyIn.yourAddress', { network })} value={address} shown={<Address value={address} />} />
      <p className={styles.warn}>
        <IconWarning size={18} aria-hidden />
        <span>{t('moneyIn.onlyNetwork', { asset: channel.asset, network })}</span>
      </p>
    </div>
  );
}
