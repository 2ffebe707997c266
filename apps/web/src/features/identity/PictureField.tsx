import type { IdentityPart } from '@bourse/protocol';
import { Button, Chip } from '@bourse/ui';
import { type ChangeEvent, useRef, useState } from 'react';
import { useAction } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { pictureBytesAtMost, pictureTypes, uploadPicture } from '../../shell/upload.ts';
import { Problem } from '../account/parts/AuthFrame.tsx';
import { flawOf, greyOf, type PictureFlaw } from './picture-quality.ts';
import styles from './Verified.module.css';

/** Flaws are looked for in a copy of this width. */
const lookedAt = 640;

/** The flaw of a photo, or that it cannot be read at all. */
async function look(file: File): Promise<PictureFlaw | 'unreadable' | undefined> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const [width, height] = [Math.min(lookedAt, image.width), Math.round((Math.min(lookedAt, image.width) / image.width) * image.height)];
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!context) return undefined;
    context.drawImage(image, 0, 0, width, height);
    const flaw = flawOf(greyOf(context.getImageData(0, 0, width, height)), Math.max(image.width, image.height));
    image.close();
    return flaw;
  } catch {
    return 'unreadable';
  }
}

/** One picture of an application: taken or chosen, looked at on the device, uploaded, and replaced by taking it again. */
export function PictureField({
  part,
  kept,
  missing,
  onKept,
}: {
  part: IdentityPart;
  /** It was uploaded. */
  kept: boolean;
  missing: boolean;
  onKept: (id: string) => void;
}) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  const [flaw, setFlaw] = useState<PictureFlaw | 'unreadable' | 'kind' | 'large'>();
  const upload = useAction(async (file: File) => {
    onKept(await uploadPicture(file, 'identity'));
  });
  const pick = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Clear the input, so that the same file can be chosen again.
    event.target.value = '';
    if (!file) return;
    const found = !pictureTypes.includes(file.type) ? 'kind' : file.size > pictureBytesAtMost ? 'large' : await look(file);
    setFlaw(found);
    // A reflection may lie where nothing is written: the customer sees the hint and decides.
    if (found === undefined || found === 'glare') void upload.run(file);
  };
  const name = t(`identity.part_${part}`);
  return (
    <div className={styles.picture}>
      <div className={styles.pictureText}>
        <strong>{name}</strong>
        <span>{t(`identity.partText_${part}`)}</span>
        {flaw && <Problem>{t(`identity.flaw_${flaw}`)}</Problem>}
        {upload.error && <Problem>{upload.error.message}</Problem>}
        {missing && !flaw && !upload.error && <Problem>{t('identity.problem_picture')}</Problem>}
      </div>
      {kept && <Chip tone="ok">{t('identity.kept')}</Chip>}
      <input
        ref={picker}
        className="visually-hidden"
        type="file"
        accept={pictureTypes.join(',')}
        capture={part === 'selfie' ? 'user' : 'environment'}
        onChange={(event) => void pick(event)}
        tabIndex={-1}
        aria-hidden="true"
      />
      <Button
        kind="outline"
        size="small"
        busy={upload.busy}
        aria-label={`${t(kept ? 'identity.replace' : 'identity.add')}: ${name}`}
        onClick={() => picker.current?.click()}
      >
        {t(kept ? 'identity.replace' : 'identity.add')}
      </Button>
    </div>
  );
}
