import type { InviteCode } from '@bourse/protocol';
import { Button, Checkbox, Chip, List, Row, Sheet, Slider, TextField, toast } from '@bourse/ui';
import { type FormEvent, useState } from 'react';
import { call, lastValue, useAction, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './Invite.module.css';
import { rereadCodes, useCodes, useTerms } from './model.ts';

/** `/invitation_settings`: the customer's codes, each with its split and note. */
export function CodesScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('referral.settingsTitle')}
      fallback="/invite"
      body={signedIn ? <Codes /> : <SignInFirst title={t('referral.title')} text={t('referral.signIn')} />}
    />
  );
}

function Codes() {
  const t = useT();
  const codes = useCodes();
  const terms = useTerms();
  const [open, setOpen] = useState<InviteCode | 'new'>();
  const [list, rules] = [lastValue(codes)?.list, lastValue(terms)];
  if (!list || !rules) return <Unread remote={list ? terms : codes} rows={4} height={64} />;
  const total = Number(rules.total);
  return (
    <>
      <p className={styles.small}>{t('referral.settingsText', { total: rules.total })}</p>
      <List label={t('referral.settingsTitle')} head={t('referral.codesCount', { count: list.length, most: rules.codes })}>
        {list.map((one) => (
          <Row
            key={one.code}
            tall
            title={
              <>
                <bdi className={styles.code}>{one.code}</bdi> {one.isDefault && <Chip tone="ok">{t('referral.isDefault')}</Chip>}
              </>
            }
            under={[t('referral.codeUnder', { own: one.ownPart, friend: one.friendPart, friends: one.friends }), one.note]
              .filter((text) => text !== '')
              .join(' · ')}
            goes
            as={(content, className) => (
              <button type="button" className={className} aria-label={t('referral.edit', { code: one.code })} onClick={() => setOpen(one)}>
                {content}
              </button>
            )}
          />
        ))}
      </List>
      <div className={styles.actions}>
        <Button wide disabled={list.length >= rules.codes} onClick={() => setOpen('new')}>
          {t('referral.newCode')}
        </Button>
      </div>
      {open !== undefined && <CodeSheet of={open} total={total} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** To four decimals, as codes have them: a split that the slider has no step for stays as it is. */
const percent = (value: number) => String(Math.round(value * 10_000) / 10_000);

/** One code: the split is for friends who come from now on. */
function CodeSheet({ of, total, onClose }: { of: InviteCode | 'new'; total: number; onClose: () => void }) {
  const t = useT();
  const known = of === 'new' ? undefined : of;
  const [friend, setFriend] = useState(known ? Number(known.friendPart) : total / 4);
  const [note, setNote] = useState(known?.note ?? '');
  const [isDefault, setDefault] = useState(known?.isDefault ?? false);
  const save = useAction(async (_: FormEvent) => {
    const given = { friendPart: percent(friend), note: note.trim() };
    if (known) await call('PUT system/invite-code/update', { code: known.code, ...given, ...(isDefault ? { isDefault } : {}) });
    const made = known ?? (await call('POST system/invite-code/create', { ...given, isDefault }));
    rereadCodes();
    toast('success', known ? t('referral.saved') : t('referral.made', { code: made.code }));
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run(event);
  };
  const split = t('referral.split', { friend: percent(friend), own: percent(total - friend) });
  return (
    <Sheet open title={known ? t('referral.edit', { code: known.code }) : t('referral.newCode')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>{split}</p>
        <Slider label={split} value={friend} min={0} max={total} step={0.5} text={`${percent(friend)}%`} onChange={setFriend} />
        <TextField label={t('referral.note')} hint={t('referral.noteHint')} value={note} maxLength={40} onChange={setNote} />
        <Checkbox checked={isDefault} disabled={known?.isDefault === true} onChange={setDefault}>
          <span>{t('referral.makeDefault')}</span>
        </Checkbox>
        <Button type="submit" wide busy={save.busy}>
          {t('referral.save')}
        </Button>
      </form>
    </Sheet>
  );
}
