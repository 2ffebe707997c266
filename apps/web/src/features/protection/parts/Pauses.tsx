import type { Protection } from '@bourse/protocol';
import { Button, Confirm, IconClock, Segmented, toast } from '@bourse/ui';
import { useState } from 'react';
import { cache, call, readKey, useAction, useNow, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { endOf, exclusions, type PauseLength, pauses, runs } from '../model.ts';
import styles from '../Protection.module.css';

export function Pauses({ protection }: { protection: Protection }) {
  return (
    <>
      <Pause kind="coolingOff" lengths={pauses} until={protection.coolingOffUntil} />
      <Pause kind="selfExclusion" lengths={exclusions} until={protection.selfExcludedUntil} />
    </>
  );
}

type PauseProps = { kind: 'coolingOff' | 'selfExclusion'; lengths: readonly PauseLength[]; until: number | null };

/** A pause that the customer chooses. It says its end and its effect, then asks once: a pause cannot be shortened. */
function Pause({ kind, lengths, until }: PauseProps) {
  const t = useT();
  const zone = useTimeZone();
  const now = useNow();
  const [length, setLength] = useState<PauseLength>(lengths[0]!);
  const [asking, setAsking] = useState(false);
  const begin = useAction(async () => {
    const after = await call('POST system/protection/pause', { kind, length }, { noMsg: true });
    cache.write(readKey('GET system/protection/get', {}), after);
    setAsking(false);
    toast('success', t('protection.pauseBegan'));
  });
  const nameOf = (hours: PauseLength) => t('protection.days', { count: hours / 24 });
  const end = formatTime(endOf(now, length, until), 'full', zone);
  return (
    <>
      <h2 className={styles.head}>{t(`protection.${kind}`)}</h2>
      <section className={styles.box} aria-label={t(`protection.${kind}`)}>
        <p className={styles.text}>{t(`protection.${kind}Text`)}</p>
        {runs(until, now) && (
          <p className={styles.running}>
            <IconClock size={16} aria-hidden />
            {t('protection.runsUntil', { time: formatTime(until, 'full', zone) })}
          </p>
        )}
        <Segmented
          label={t('protection.howLong')}
          value={String(length)}
          onChange={(value) => setLength(lengths.find((hours) => String(hours) === value) ?? length)}
          options={lengths.map((hours) => ({ value: String(hours), label: nameOf(hours) }))}
        />
        <div className={styles.buttons}>
          <Button kind={kind === 'selfExclusion' ? 'danger' : 'outline'} onClick={() => setAsking(true)}>
            {t(`protection.${kind}Begin`, { length: nameOf(length) })}
          </Button>
        </div>
      </section>
      <Confirm
        open={asking}
        onClose={() => {
          begin.clear();
          setAsking(false);
        }}
        title={t(`protection.${kind}Title`, { length: nameOf(length) })}
        confirm={t(`protection.${kind}Begin`, { length: nameOf(length) })}
        cancel={t('common.cancel')}
        kind={kind === 'selfExclusion' ? 'danger' : 'solid'}
        busy={begin.busy}
        onConfirm={() => void begin.run(undefined)}
      >
        <ul className={styles.consequence}>
          <li>{t('protection.untilNothing', { time: end })}</li>
          <li>{t('protection.closingWorks')}</li>
          <li>{t('protection.cannotShorten')}</li>
        </ul>
        {begin.error && <p role="alert">{begin.error.message}</p>}
      </Confirm>
    </>
  );
}
