import { Button, Confirm, Facts, IconAlert, overlayHost, useOverlay } from '@bourse/ui';
import { useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import styles from './ChangedPage.module.css';
import { type Keeper, openFindings, useKeeper } from './keeper.ts';
import type { Finding } from './kept.ts';
import { saveEvidence } from './save.ts';

/** Over every screen, until the customer has the evidence or dismisses it: the logs contradict what this device has seen. */
export default function ChangedPage() {
  const found = useKeeper();
  const findings = found ? openFindings(found.state.kept) : [];
  return found && findings.length > 0 ? createPortal(<Open keeper={found.keeper} findings={findings} />, overlayHost()) : null;
}

const stay = () => undefined;

function Open({ keeper, findings }: { keeper: Keeper; findings: readonly Finding[] }) {
  const t = useT();
  const page = useRef<HTMLDivElement>(null);
  const title = useId();
  const [asking, setAsking] = useState(false);
  // Escape does not dismiss it: that takes a decision.
  useOverlay(true, page, stay);
  return (
    <div ref={page} className={styles.page} role="alertdialog" aria-modal="true" aria-labelledby={title} tabIndex={-1} data-overlay-panel>
      <div className={styles.body}>
        <IconAlert size={40} aria-hidden className={styles.sign} />
        <h1 id={title}>{t('evidence.changedTitle')}</h1>
        <p className={styles.lead}>{t('evidence.changedLead')}</p>
        {findings.map((finding) => (
          <Shown key={finding.id} finding={finding} />
        ))}
        <div className={styles.tools}>
          <Button
            size="large"
            wide
            onClick={() => {
              saveEvidence(keeper.state.kept);
              void keeper.close(findings);
            }}
          >
            {t('evidence.download')}
          </Button>
          <Button kind="outline" size="large" wide onClick={() => setAsking(true)}>
            {t('evidence.dismiss')}
          </Button>
        </div>
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('evidence.dismissTitle')}
        confirm={t('evidence.dismiss')}
        cancel={t('evidence.keepShowing')}
        onConfirm={() => {
          setAsking(false);
          void keeper.close(findings);
        }}
      >
        {t('evidence.dismissText')}
      </Confirm>
    </div>
  );
}

/** One finding in words, with what contradicts what. */
export function Shown({ finding }: { finding: Finding }) {
  const t = useT();
  const zone = useTimeZone();
  const { kind, venue, foundAt, notes, texts } = finding;
  const heads = notes.length === 2 ? (['evidence.headSeen', 'evidence.headNow'] as const) : (['evidence.headOne'] as const);
  const told =
    kind === 'key'
      ? (['evidence.keyBefore', 'evidence.keyNow'] as const)
      : kind === 'receipt'
        ? (['evidence.documentBefore', 'evidence.documentNow'] as const)
        : (['evidence.leafTold'] as const);
  const code = (text: string) => (
    <code className={styles.text} dir="ltr">
      {text}
    </code>
  );
  return (
    <section className={styles.finding}>
      <h2>{t(`evidence.found_${kind}`)}</h2>
      <p className={styles.when}>{t('evidence.foundAt', { time: formatTime(foundAt, 'full', zone), venue })}</p>
      <Facts
        dense
        facts={[
          ...notes
            .slice(0, heads.length)
            .map((note, at) => ({ name: t(heads[at]!), value: code(note.split('\n').slice(0, 3).join('\n')) })),
          ...(kind === 'key' || kind === 'receipt' || kind === 'command'
            ? texts.slice(0, told.length).map((text, at) => ({ name: t(told[at]!), value: code(text) }))
            : []),
        ]}
      />
    </section>
  );
}
