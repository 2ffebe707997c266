import type { IdentityPart } from '@bourse/protocol';
import { Button, Chip } from '@bourse/ui';
import { useState } from 'react';
import { useAction } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { type FileFlaw, uploadPicture, usePicturePicker } from '../../shell/pictures.tsx';
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
  const [flaw, setFlaw] = useState<PictureFlaw | 'unreadable' | FileFlaw>();
  const upload = useAction(async (file: File) => {
    onKept(await uploadPicture(file, 'identity'));
  });
  const take = async (file: File, wrong: FileFlaw | undefined) => {
    const found = wrong ?? (await look(file));
    setFlaw(found);
    // A reflection may lie where nothing is written: the customer sees the hint and decides.
    if (found === undefined || found === 'glare') void upload.run(file);
  };
  const picker = usePicturePicker({
    onFile: (file, wrong) => void take(file, wrong),
    capture: part === 'selfie' ? 'user' : 'environment',
  });
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
      {picker.input}
      <Button
        kind="outline"
        size="small"
        busy={upload.busy}
        aria-label={`${t(kept ? 'identity.replace' : 'identity.add')}: ${name}`}
        onClick={picker.open}
      >
        {t(kept ? 'identity.replace' : 'identity.add')}
      </Button>
    </div>
  );
}
