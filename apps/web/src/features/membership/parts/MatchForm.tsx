import { levelEvidenceAtMost, type VipConfig, type VipDetail } from '@bourse/protocol';
import { Button, Chip, Select, TextArea } from '@bourse/ui';
import { type FormEvent, useState } from 'react';
import { call, useAction } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { type FileFlaw, uploadPicture, usePicturePicker } from '../../../shell/pictures.tsx';
import { Note } from '../../deals/Note.tsx';
import styles from '../Membership.module.css';
import { rereadLevels } from '../reads.ts';
import { levelName, useFigures } from '../words.ts';

const states = { '-2': 'matchCancelled', '-1': 'matchRefused', '1': 'matchPassed' } as const;

/** Asking for a level that is held elsewhere: which one, where, and pictures that show it. One application at a time. */
export function MatchForm({ config, detail }: { config: VipConfig; detail: VipDetail }) {
  const t = useT();
  const { when } = useFigures();
  const open = detail.applications.find(({ status }) => status === 0 || status === 2);
  const last = detail.applications[0];
  return (
    <section className={styles.block} aria-label={t('membership.match')}>
      <h2 className={styles.head}>{t('membership.match')}</h2>
      <p className={styles.text}>{t('membership.matchText', { days: String(config.matchDays) })}</p>
      {open ? (
        <p role="status">
          <Chip tone="yours">{t('membership.matchWaits', { level: levelName(t, open.level), time: when(open.createdAt) })}</Chip>
        </p>
      ) : (
        <>
          {last && (last.status === -2 || last.status === -1 || last.status === 1) && (
            <p className={styles.sure}>
              {t(`membership.${states[`${last.status}`]}`, { level: levelName(t, last.level) })} {last.remark}
            </p>
          )}
          <Fields {...{ config, detail }} />
        </>
      )}
    </section>
  );
}

function Fields({ config, detail }: { config: VipConfig; detail: VipDetail }) {
  const t = useT();
  const offered = config.levels.filter(({ level }) => level > detail.level);
  const [level, setLevel] = useState(offered[0]?.level ?? 0);
  const [text, setText] = useState('');
  const [ids, setIds] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const [flaw, setFlaw] = useState<FileFlaw>();
  const upload = useAction(async (file: File) => setIds([...ids, await uploadPicture(file, 'membership')]));
  const picker = usePicturePicker({
    onFile: (file, found) => {
      setFlaw(found);
      if (!found) void upload.run(file);
    },
  });
  const apply = useAction(async (evidence: readonly string[]) => {
    await call('POST system/sys-member-vip/create', { level, text: text.trim(), evidence: [...evidence] }, { noMsg: true });
    rereadLevels();
  });
  const short = text.trim().length < 10 || text.trim().length > 500;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!short && ids.length > 0 && !apply.busy) void apply.run(ids);
  };
  if (offered.length === 0) return null;
  const error = apply.error ?? upload.error;
  return (
    <form className={styles.form} aria-label={t('membership.match')} onSubmit={submit}>
      <Select
        label={t('membership.matchLevel')}
        value={String(level)}
        onChange={(value) => setLevel(Number(value))}
        options={offered.map((one) => ({ value: String(one.level), label: levelName(t, one.level) }))}
      />
      <TextArea
        label={t('membership.matchNote')}
        hint={t('membership.matchNoteHint')}
        value={text}
        onChange={setText}
        error={tried && short ? t('membership.matchNoteProblem') : undefined}
      />
      <div className={styles.buttons}>
        {picker.input}
        <Button kind="outline" busy={upload.busy} disabled={ids.length >= levelEvidenceAtMost} onClick={picker.open}>
          {t('feedback.addPicture')}
        </Button>
        {ids.length > 0 && (
          <Button kind="link" onClick={() => setIds(ids.slice(0, -1))}>
            {t('feedback.removePicture')}
          </Button>
        )}
      </div>
      <div role="status">
        {ids.length > 0 && <p className={styles.small}>{t('feedback.pictures', { count: ids.length, max: levelEvidenceAtMost })}</p>}
        {flaw && <Note bad>{t(`identity.flaw_${flaw}`)}</Note>}
        {tried && ids.length === 0 && <Note>{t('membership.matchFiles')}</Note>}
        {error && <Note bad>{error.message || t('common.noResponse')}</Note>}
      </div>
      <Button type="submit" busy={apply.busy}>
        {t('membership.matchSend')}
      </Button>
    </form>
  );
}
