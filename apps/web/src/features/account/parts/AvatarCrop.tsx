import { Button, Sheet, Slider } from '@bourse/ui';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { type Crop, centred, dragged, inside, maxZoom, sourceOf } from '../model/crop.ts';
import styles from './AvatarCrop.module.css';

/** Side of the uploaded picture: sharp at the largest size we show, small enough for a slow network. */
const uploadSide = 512;

function draw(canvas: HTMLCanvasElement | null, image: ImageBitmap, crop: Crop) {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  const { x, y, side } = sourceOf(image, crop);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height);
}

export type AvatarCropProps = {
  image: ImageBitmap;
  busy: boolean;
  onCancel: () => void;
  onDone: (picture: Blob) => void;
};

/**
 * Chooses the square that becomes the avatar: drag or use the arrow keys to move, the slider to zoom. Two small previews show the result.
 */
export function AvatarCrop({ image, busy, onCancel, onDone }: AvatarCropProps) {
  const t = useT();
  const [crop, setCrop] = useState<Crop>(centred);
  const window = useRef<HTMLButtonElement>(null);
  const large = useRef<HTMLCanvasElement>(null);
  const medium = useRef<HTMLCanvasElement>(null);
  const small = useRef<HTMLCanvasElement>(null);
  const grip = useRef<{ x: number; y: number } | undefined>(undefined);

  useEffect(() => {
    for (const canvas of [large, medium, small]) draw(canvas.current, image, crop);
  }, [image, crop]);

  const move = (byX: number, byY: number) => {
    const shown = window.current?.offsetWidth ?? 280;
    setCrop((now) => dragged(image, now, byX, byY, shown));
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!grip.current) return;
    move(event.clientX - grip.current.x, event.clientY - grip.current.y);
    grip.current = { x: event.clientX, y: event.clientY };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: [12, 0], ArrowRight: [-12, 0], ArrowUp: [0, 12], ArrowDown: [0, -12] }[event.key];
    if (!step) return;
    event.preventDefault();
    move(step[0] ?? 0, step[1] ?? 0);
  };
  const finish = () => {
    const canvas = document.createElement('canvas');
    canvas.width = uploadSide;
    canvas.height = uploadSide;
    draw(canvas, image, crop);
    canvas.toBlob((blob) => blob && onDone(blob), 'image/jpeg', 0.9);
  };

  return (
    <Sheet
      open
      onClose={onCancel}
      title={t('account.cropTitle')}
      foot={
        <>
          <Button kind="outline" size="large" wide onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button size="large" wide busy={busy} onClick={finish}>
            {t('account.cropUse')}
          </Button>
        </>
      }
    >
      <div className={styles.crop}>
        <button
          ref={window}
          type="button"
          className={styles.window}
          aria-label={t('account.cropMove')}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            grip.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            grip.current = undefined;
          }}
        >
          <canvas ref={large} width={560} height={560} />
        </button>
        <div className={styles.tools}>
          <Slider
            label={t('account.cropZoom')}
            min={100}
            max={maxZoom * 100}
            parts={3}
            value={Math.round(crop.zoom * 100)}
            onChange={(value) => setCrop((now) => inside(image, { ...now, zoom: value / 100 }))}
            start="1×"
            end={`${maxZoom}×`}
          />
        </div>
        <div className={styles.sizes}>
          <canvas ref={medium} width={144} height={144} style={{ inlineSize: 72, blockSize: 72 }} />
          <canvas ref={small} width={64} height={64} style={{ inlineSize: 32, blockSize: 32 }} />
          <span>{t('account.cropPreview')}</span>
        </div>
      </div>
    </Sheet>
  );
}
