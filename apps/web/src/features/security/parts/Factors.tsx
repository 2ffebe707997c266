import type { Passkey, SecurityState } from '@bourse/protocol';
import { Button, buttonClass, Chip, IconDocument, IconKey, IconLock, IconSmartphone, List, Row, toast } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { lastValue, useRead, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { type PasskeyObstacle, passkeyObstacle } from '../model/passkeys.ts';
import { useProof } from '../proof/useProof.tsx';
import styles from '../security.module.css';
import { type PasskeyOptions, PasskeySheet } from './PasskeySheet.tsx';
import { RecoverySheet } from './RecoverySheet.tsx';
import { type TotpSecret, TotpSheet } from './TotpSheet.tsx';

type Props = { state: SecurityState; onChanged: () => Promise<void> };

/** Each factor with its state and what can be done about it. */
export function Factors({ state, onChanged }: Props) {
  const t = useT();
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h2>{t('security.factors')}</h2>
        <p>{t('security.holdNote', { hours: state.holdHours })}</p>
      </div>
      <List label={t('security.factors')}>
        <PayPassword state={state} />
        <Totp {...{ state, onChanged }} />
        <Passkeys {...{ state, onChanged }} />
        <RecoveryCodes {...{ state, onChanged }} />
      </List>
    </div>
  );
}

/** When a factor was set, or what it is for; and whether wrong tries have closed it. */
function Under({ text, setAt, lockedUntil }: { text: string; setAt: number | null; lockedUntil: number | null }) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <span className={styles.facts}>
      <span>{setAt === null ? text : t('security.setAt', { time: formatTime(setAt, 'dateTime', zone) })}</span>
      {lockedUntil !== null && (
        <span className={styles.shut}>{t('security.lockedUntil', { time: formatTime(lockedUntil, 'dateTime', zone) })}</span>
      )}
    </span>
  );
}

const Title = ({ children, on }: { children: ReactNode; on: boolean }) => {
  const t = useT();
  return (
    <span className={styles.name}>
      {children}
      {!on && <Chip>{t('security.notSet')}</Chip>}
    </span>
  );
};

function PayPassword({ state: { payPassword } }: Pick<Props, 'state'>) {
  const t = useT();
  const on = payPassword.setAt !== null;
  return (
    <Row
      tall
      start={<IconLock size={20} className={styles.icon} aria-hidden />}
      title={<Title on={on}>{t('security.payPassword')}</Title>}
      under={<Under text={t('security.payPasswordText')} {...payPassword} />}
      end={
        <Link
          to="/mine/changePayPassword"
          className={buttonClass({ kind: 'outline', size: 'small' })}
          aria-label={t(on ? 'security.changeOf' : 'security.setOf', { what: t('security.payPassword') })}
        >
          {t(on ? 'security.change' : 'security.set')}
        </Link>
      }
    />
  );
}

function Totp({ state: { totp }, onChanged }: Props) {
  const t = useT();
  const [made, setMade] = useState<TotpSecret>();
  const on = totp.setAt !== null;
  const add = useProof('POST system/totp/begin', { onDone: setMade });
  const remove = useProof('POST system/totp/remove', {
    onDone: async () => {
      toast('success', t('security.removed_totp'));
      await onChanged();
    },
  });
  return (
    <Row
      tall
      start={<IconSmartphone size={20} className={styles.icon} aria-hidden />}
      title={<Title on={on}>{t('security.totp')}</Title>}
      under={<Under text={t('security.totpText')} {...totp} />}
      end={
        <span className={styles.tools}>
          {on && (
            <Button
              kind="quiet"
              size="small"
              busy={remove.busy}
              onClick={() => remove.ask({})}
              aria-label={t('security.removeOf', { what: t('security.totp') })}
            >
              {t('security.remove')}
            </Button>
          )}
          <Button
            kind="outline"
            size="small"
            busy={add.busy}
            onClick={() => add.ask({})}
            aria-label={t(on ? 'security.changeOf' : 'security.addOf', { what: t('security.totp') })}
          >
            {t(on ? 'security.change' : 'security.add')}
          </Button>
          {add.sheet}
          {remove.sheet}
          {made && (
            <TotpSheet
              made={made}
              replaces={on}
              onClose={() => setMade(undefined)}
              onDone={async () => {
                setMade(undefined);
                toast('success', t('security.changed_totp'));
                await onChanged();
              }}
            />
          )}
        </span>
      }
    />
  );
}

const obstacleText = (t: ReturnType<typeof useT>, obstacle: PasskeyObstacle): string =>
  obstacle.kind === 'elsewhere'
    ? t('security.passkeysAt', { site: obstacle.site })
    : t(obstacle.kind === 'number' ? 'security.passkeysNotHere' : 'security.passkeysUnsupported');

function Passkeys({ state: { passkeys }, onChanged }: Props) {
  const t = useT();
  const [options, setOptions] = useState<PasskeyOptions>();
  const add = useProof('POST system/passkey/begin', { onDone: setOptions });
  const obstacle = passkeyObstacle(passkeys.site);
  return (
    <>
      <Row
        tall
        start={<IconKey size={20} className={styles.icon} aria-hidden />}
        title={<Title on={passkeys.count > 0}>{t('security.passkeys')}</Title>}
        under={
          <span className={styles.facts}>
            {obstacle
              ? obstacleText(t, obstacle)
              : passkeys.count > 0
                ? t('security.passkeysCount', { count: passkeys.count })
                : t('security.passkeysText')}
          </span>
        }
        end={
          obstacle ? undefined : (
            <>
              <Button
                kind="outline"
                size="small"
                busy={add.busy}
                onClick={() => add.ask({})}
                aria-label={t('security.addOf', { what: t('security.passkeys') })}
              >
                {t('security.add')}
              </Button>
              {add.sheet}
              {options && (
                <PasskeySheet
                  options={options}
                  onClose={() => setOptions(undefined)}
                  onDone={async ({ label }) => {
                    setOptions(undefined);
                    toast('success', t('security.changed_passkey', { name: label }));
                    await onChanged();
                  }}
                />
              )}
            </>
          )
        }
      />
      {passkeys.count > 0 && <PasskeyRows onChanged={onChanged} />}
    </>
  );
}

function PasskeyRows({ onChanged }: Pick<Props, 'onChanged'>) {
  const t = useT();
  const list = lastValue(useRead('GET system/passkey/list', {}, { needsSession: true, staleMs: 0 }));
  const remove = useProof('POST system/passkey/remove', {
    onDone: async () => {
      toast('success', t('security.removed_passkey'));
      await onChanged();
    },
  });
  return (
    <>
      {list?.map((one) => (
        <PasskeyRow key={one.id} passkey={one} busy={remove.busy} onRemove={() => remove.ask({ id: one.id })} />
      ))}
      {remove.sheet}
    </>
  );
}

function PasskeyRow({ passkey, busy, onRemove }: { passkey: Passkey; busy: boolean; onRemove: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const { label, usedAt, madeAt, synced } = passkey;
  return (
    <Row
      tall
      start={<span className={styles.blank} />}
      title={label}
      under={
        <span className={styles.facts}>
          <span>
            {usedAt === null
              ? t('security.passkeyNew', { time: formatTime(madeAt, 'dateTime', zone) })
              : t('security.passkeyUsed', { time: formatTime(usedAt, 'dateTime', zone) })}
          </span>
          {synced && <span>{t('security.passkeySynced')}</span>}
        </span>
      }
      end={
        <Button kind="quiet" size="small" busy={busy} onClick={onRemove} aria-label={t('security.passkeyRemoveOf', { name: label })}>
          {t('security.remove')}
        </Button>
      }
    />
  );
}

function RecoveryCodes({ state: { recoveryCodes }, onChanged }: Props) {
  const t = useT();
  const [codes, setCodes] = useState<readonly string[]>();
  const on = recoveryCodes.madeAt !== null;
  const renew = useProof('POST system/recovery-code/renew', {
    about: on ? <p className={styles.note}>{t('security.recoveryRenewNote')}</p> : undefined,
    onDone: (made) => setCodes(made.codes),
  });
  return (
    <Row
      tall
      start={<IconDocument size={20} className={styles.icon} aria-hidden />}
      title={
        <span className={styles.name}>
          {t('security.recovery')}
          <Chip tone={on && recoveryCodes.left < 3 ? 'warn' : 'plain'}>
            {on ? t('security.recoveryLeft', { left: recoveryCodes.left }) : t('security.notSet')}
          </Chip>
        </span>
      }
      under={<Under text={t('security.recoveryText')} setAt={recoveryCodes.madeAt} lockedUntil={recoveryCodes.lockedUntil} />}
      end={
        <>
          <Button
            kind="outline"
            size="small"
            busy={renew.busy}
            onClick={() => renew.ask({})}
            aria-label={t(on ? 'security.renewOf' : 'security.addOf', { what: t('security.recovery') })}
          >
            {t(on ? 'security.renew' : 'security.add')}
          </Button>
          {renew.sheet}
          {codes && (
            <RecoverySheet
              codes={codes}
              onDone={async () => {
                setCodes(undefined);
                await onChanged();
              }}
            />
          )}
        </>
      }
    />
  );
}
