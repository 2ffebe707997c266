import { LoginBy, VerificationPurpose } from '@bourse/protocol/enums';
import { Button, Checkbox, TextField } from '@bourse/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call, readOnce, session } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { accountFields } from './model/identity.ts';
import styles from './parts/AuthFrame.module.css';
import { AuthFrame, Problem } from './parts/AuthFrame.tsx';
import { AddressStep, CodeAndPassword, useByCode } from './parts/ByCode.tsx';
import { DemoButton } from './parts/DemoButton.tsx';
import { SentTo } from './parts/SentTo.tsx';
import { useArrive } from './parts/useArrive.ts';

/** `/register` and `/registered`: confirm the address with a code, then set the password. An invitation link fills in its code. */
export function RegisterScreen() {
  const t = useT();
  const arrive = useArrive();
  const search = useSearch({ strict: false }) as { inviteCode?: unknown; demoInvite?: unknown };
  const demoInvite = typeof search.demoInvite === 'string' ? search.demoInvite.slice(0, 32) : undefined;
  const [invite, setInvite] = useState(typeof search.inviteCode === 'string' ? search.inviteCode.slice(0, 32) : '');
  const [inviting, setInviting] = useState(invite !== '');
  const [agreed, setAgreed] = useState(false);
  const step = useByCode(VerificationPurpose.register);
  const { sending, whole, code, password, problems, settle } = step;

  const create = async () => {
    // The versions that the links beside the box open: what the customer agrees to stands with the account.
    const read = await readOnce('GET system/notice/text-type', {});
    const agreedTo = read.filter(({ atSignUp }) => atSignUp).map(({ id, version, language }) => ({ id, version, language }));
    const { account, areaCode } = accountFields(whole);
    const given = { password, code, agreed: agreedTo, ...(invite.trim() === '' ? {} : { inviteCode: invite.trim() }) };
    const tokens =
      whole.by === LoginBy.email
        ? await call('POST system/auth/email-register', { email: account, ...given }, { noMsg: true })
        : await call('POST system/auth/sms-register', { areaCode: areaCode ?? step.area, phone: account, ...given }, { noMsg: true });
    session.signIn(tokens);
    arrive();
  };

  if (!sending.sent)
    return (
      <AuthFrame title={t('account.registerTitle')} lead={t('account.registerLead')}>
        <AddressStep {...step} />
        <p className={styles.foot}>
          {t('account.haveAccount')}
          <Link to="/login" className={styles.link}>
            {t('common.signIn')}
          </Link>
        </p>
        <div className={styles.or}>{t('account.or')}</div>
        <DemoButton kind={demoInvite ? 'solid' : 'outline'} inviteCode={demoInvite} />
      </AuthFrame>
    );

  return (
    <AuthFrame title={t('account.setPasswordTitle')} lead={<SentTo sent={sending.sent} onChange={sending.again} />}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => void step.submit(event, agreed ? {} : { terms: t('account.termsMissing') }, create)}
      >
        <CodeAndPassword step={step} label={t('account.password')} />
        {inviting ? (
          <TextField
            label={t('account.inviteCode')}
            value={invite}
            onChange={(text) => {
              setInvite(text);
              settle('invite');
            }}
            error={problems.invite}
            hint={t('account.optional')}
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={32}
          />
        ) : (
          <button type="button" className={styles.link} onClick={() => setInviting(true)}>
            {t('account.haveInvite')}
          </button>
        )}
        <Checkbox
          checked={agreed}
          onChange={(text) => {
            setAgreed(text);
            settle('terms');
          }}
          aria-invalid={problems.terms ? true : undefined}
        >
          <span>{t('account.terms')}</span>
        </Checkbox>
        <p className={styles.foot}>
          <a href="/text_preview?type=service" target="_blank" rel="noopener" className={styles.link}>
            {t('account.termsOfUse')}
          </a>
          <a href="/privacy_policy" target="_blank" rel="noopener" className={styles.link}>
            {t('account.privacyPolicy')}
          </a>
        </p>
        {problems.terms && <Problem>{problems.terms}</Problem>}
        <Button type="submit" size="large" wide busy={step.busy}>
          {t('common.register')}
        </Button>
      </form>
    </AuthFrame>
  );
}
