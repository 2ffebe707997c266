import type { Banner } from '@bourse/protocol/admin';
import { Button, Checkbox, Chip, TextField } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { act } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { Remote, Section } from '../parts/Screen.tsx';
import { t } from '../words.ts';

const fresh = { picture: '/v8/icon.svg', target: '/market', altEn: '', altZh: '', position: '1', shown: true };

/** Banners: a picture of this exchange, the words for whoever cannot see it, and a page of the app. */
export function BannersSection() {
  const read = useRead('GET content/banners', {});
  const [open, setOpen] = useState<Banner | 'new'>();
  const [form, setForm] = useState(fresh);
  const begin = (one: Banner | 'new') => {
    setForm(
      one === 'new'
        ? fresh
        : {
            ...{ picture: one.picture, target: one.target, altEn: one.alt['en'] ?? '', altZh: one.alt['zh-CN'] ?? '' },
            ...{ position: String(one.position), shown: one.shown },
          },
    );
    setOpen(one);
  };
  const put = (name: keyof typeof fresh) => (value: string) => setForm({ ...form, [name]: value });
  return (
    <Section title={t('console.content.banners')}>
      <div className={styles.actions}>
        <Button size="small" kind="outline" onClick={() => begin('new')}>
          {t('console.content.bannerNew')}
        </Button>
      </div>
      <Remote read={read}>
        {(banners) =>
          banners.length === 0 ? (
            <p className={styles.quiet}>{t('console.content.bannerNone')}</p>
          ) : (
            <ul className={styles.queue}>
              {banners.map((one) => (
                <li key={one.id}>
                  <button type="button" className={styles.item} onClick={() => begin(one)}>
                    <span className={styles.itemLine}>
                      <b>{one.alt['en']}</b>
                      {one.shown && <Chip tone="ok">{t('console.content.shown')}</Chip>}
                    </span>
                    <span className={styles.quiet}>{`${one.position} · ${one.target} · ${one.changedBy}`}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Remote>
      <ReasonDialog
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={t('console.content.banner')}
        text={t('console.content.bannerText')}
        ready={form.altEn.trim() !== '' && /^\d{1,4}$/.test(form.position)}
        onDo={async (reason) => {
          const alt = { en: form.altEn, ...(form.altZh.trim() === '' ? {} : { 'zh-CN': form.altZh }) };
          await act('POST content/banner', {
            banner: open === undefined || open === 'new' ? null : { id: open.id, revision: open.revision },
            ...{ picture: form.picture, target: form.target, alt, position: Number(form.position), shown: form.shown, reason },
          });
          read.again();
        }}
      >
        <TextField
          label={t('console.content.picture')}
          hint={t('console.content.pictureHint')}
          value={form.picture}
          onChange={put('picture')}
        />
        <TextField
          label={t('console.content.target')}
          hint={t('console.content.targetHint')}
          value={form.target}
          onChange={put('target')}
        />
        <TextField label={t('console.content.altEn')} value={form.altEn} onChange={put('altEn')} lang="en" maxLength={200} />
        <TextField label={t('console.content.altZh')} value={form.altZh} onChange={put('altZh')} lang="zh-CN" maxLength={200} />
        <TextField
          label={t('console.content.position')}
          value={form.position}
          onChange={put('position')}
          inputMode="numeric"
          maxLength={4}
        />
        <Checkbox checked={form.shown} onChange={(shown) => setForm({ ...form, shown })}>
          {t('console.content.shown')}
        </Checkbox>
      </ReasonDialog>
    </Section>
  );
}
