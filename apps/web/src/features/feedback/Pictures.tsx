import { caseEvidenceAtMost } from '@bourse/protocol';
import { Button } from '@bourse/ui';
import { useState } from 'react';
import { useAction } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { type FileFlaw, uploadPicture, usePicturePicker } from '../../shell/pictures.tsx';
import { Problem } from '../account/parts/AuthFrame.tsx';
import styles from './Feedback.module.css';

/** Pictures that go with a text. Each is uploaded as it is chosen. */
export function Pictures({ ids, onChange }: { ids: readonly string[]; onChange: (ids: readonly string[]) => void }) {
  const t = useT();
  const [flaw, setFlaw] = useState<FileFlaw>();
  const upload = useAction(async (file: File) => onChange([...ids, await uploadPicture(file, 'feedback')]));
  const picker = usePicturePicker({
    onFile: (file, found) => {
      setFlaw(found);
      if (!found) void upload.run(file);
    },
  });
  return (
    <div className={styles.pictures}>
      {flaw && <Problem>{t(`identity.flaw_${flaw}`)}</Problem>}
      {upload.error && <Problem>{upload.error.message || t('common.noResponse')}</Problem>}
      {picker.input}
      <Button kind="outline" size="small" busy={upload.busy} disabled={ids.length >= caseEvidenceAtMost} onClick={picker.open}>
        {t('feedback.addPicture')}
      </Button>
      <span role="status">{ids.length > 0 && t('feedback.pictures', { count: ids.length, max: caseEvidenceAtMost })}</span>
      {ids.length > 0 && (
        <Button kind="link" size="small" onClick={() => onChange(ids.slice(0, -1))}>
          {t('feedback.removePicture')}
        </Button>
      )}
    </div>
  );
}
