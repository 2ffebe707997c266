import { Avatar, Button, ErrorState, Skeleton, TextField, toast } from '@bourse/ui';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { cache, call, lastValue, readKey, useMember } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { type Problems, problemsOf } from './model/refusals.ts';
import { Problem } from './parts/AuthFrame.tsx';
import { AvatarCrop } from './parts/AvatarCrop.tsx';
import styles from './parts/SettingsPage.module.css';
import { SettingsPage } from './parts/SettingsPage.tsx';

const memberCall = 'GET system/member/get-current-member';
const accepted = ['image/png', 'image/jpeg', 'image/webp'];
const maxBytes = 5 * 1024 * 1024;

/** The name and the picture that others see. */
export function ChangeUserInfoScreen() {
  const t = useT();
  const member = useMember();
  const known = lastValue(member);
  const [name, setName] = useState<string>();
  const [problems, setProblems] = useState<Problems>({});
  const [image, setImage] = useState<ImageBitmap>();
  const [busy, setBusy] = useState<'name' | 'picture' | undefined>();
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => () => image?.close(), [image]);

  const keep = async (change: { name?: string; avatar?: string | null }) => {
    cache.write(readKey(memberCall, {}), await call('PUT system/member/update-avatar-name', change, { noMsg: true }));
  };
  const run = async (what: 'name' | 'picture', work: () => Promise<void>) => {
    setBusy(what);
    setProblems({});
    try {
      await work();
    } catch (error) {
      setProblems(problemsOf(error, t('common.noResponse')));
    } finally {
      setBusy(undefined);
    }
  };

  const pick = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Clear the input, so that the same file can be chosen again.
    event.target.value = '';
    if (!file) return;
    if (!accepted.includes(file.type)) return setProblems({ form: t('account.pictureKind') });
    if (file.size > maxBytes) return setProblems({ form: t('account.pictureLarge') });
    try {
      setImage(await createImageBitmap(file, { imageOrientation: 'from-image' }));
      setProblems({});
    } catch {
      setProblems({ form: t('account.pictureUnreadable') });
    }
  };

  const upload = (picture: Blob) =>
    run('picture', async () => {
      const form = new FormData();
      form.append('file', picture, 'picture.jpg');
      const { url } = await call('POST infra/file/upload', form, { noMsg: true });
      await keep({ avatar: url });
      setImage(undefined);
      toast('success', t('account.pictureSaved'));
    });

  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = (name ?? '').trim();
    if ([...wanted].length < 2 || [...wanted].length > 32) return setProblems({ name: t('account.nameLength') });
    void run('name', async () => {
      await keep({ name: wanted });
      setName(undefined);
      toast('success', t('account.nameSaved'));
    });
  };

  return (
    <SettingsPage title={t('account.userInfoTitle')}>
      {!known && member.state === 'failed' ? (
        <ErrorState title={t('common.loadFailed')} onRetry={member.retry}>
          {member.error.message}
        </ErrorState>
      ) : (
        <form className={styles.form} onSubmit={save} noValidate>
          <div className={styles.portrait}>
            {known ? <Avatar name={known.name} src={known.avatar} size={88} /> : <Skeleton width={88} height={88} round />}
            <div className={styles.pictureTools}>
              <input
                ref={picker}
                className={styles.file}
                type="file"
                accept={accepted.join(',')}
                onChange={pick}
                tabIndex={-1}
                aria-hidden="true"
              />
              <Button kind="outline" onClick={() => picker.current?.click()} disabled={!known}>
                {known?.avatar ? t('account.pictureChange') : t('account.pictureAdd')}
              </Button>
              {known?.avatar && (
                <Button kind="plain" busy={busy === 'picture'} onClick={() => void run('picture', () => keep({ avatar: null }))}>
                  {t('account.pictureRemove')}
                </Button>
              )}
            </div>
          </div>
          {problems.form && <Problem>{problems.form}</Problem>}
          <TextField
            label={t('account.name')}
            value={name ?? known?.name ?? ''}
            onChange={setName}
            error={problems.name}
            hint={t('account.nameHint')}
            autoComplete="nickname"
            maxLength={32}
            disabled={!known}
            required
          />
          <Button type="submit" size="large" wide busy={busy === 'name'} disabled={name === undefined || name.trim() === known?.name}>
            {t('account.saveName')}
          </Button>
        </form>
      )}
      {image && (
        <AvatarCrop image={image} busy={busy === 'picture'} onCancel={() => setImage(undefined)} onDone={(blob) => void upload(blob)} />
      )}
    </SettingsPage>
  );
}
