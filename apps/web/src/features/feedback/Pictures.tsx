import { caseEvidenceAtMost } from '@bourse/protocol';
import { Button } from '@bourse/ui';
import { type ChangeEvent, useRef, useState } from 'react';
import { useAction } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { pictureBytesAtMost, pictureTypes, uploadPicture } from '../../shell/upload.ts';
import { Problem } from '../account/parts/AuthFrame.tsx';
import styles from './Feedback.module.css';

/** Pictures that go with a text. Each is uploaded as it is chosen. */
export function Pictures({ ids, onChange }: { ids: readonly string[]; onChange: (ids: readonly string[]) => void }) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  const [flaw, setFlaw] = useState<'kind' | 'large'>();
  const upload = useAction(async (file: File) => onChange([...ids, await uploadPicture(file, 'feedback')]));
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Clear the input, so that the same file can be chosen again.
    event.target.value = '';
    if (!file) return;
    const found = !pictureTypes.includes(file.type) ? 'kind' : file.size > pictureBytesAtMost ? 'large' : undefined;
    setFlaw(found);
    if (!found) void upload.run(file);
  };
  return (
    <div className={styles.pictures}>
      {flaw && <Problem>{t(`identity.flaw_${flaw}`)}</Problem>}
      {upload.error && <Problem>{upload.error.message || t('common.noResponse')}</Problem>}
      <input
        ref={picker}
        className="visually-hidden"
        type="file"
        accept={pictureTypes.join(',')}
        onChange={pick}
        tabIndex={-1}
        aria-hidden="true"
      />
      <Button
        kind="outline"
        size="small"
        busy={upload.busy}
        disabled={ids.length >= caseEvidenceAtMost}
        onClick={() => picker.current?.click()}
      >
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
