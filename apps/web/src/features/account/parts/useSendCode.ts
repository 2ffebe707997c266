import type { VerificationPurpose } from '@bourse/protocol/enums';
import { useState } from 'react';
import { call } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { accountFields, accountProblem, type Identity } from '../model/identity.ts';
import { type Problems, problemsOf } from '../model/refusals.ts';
import { type Resend, resendOf } from '../model/resend.ts';
import { type Captcha, useCaptcha } from './useCaptcha.ts';

export type SendCode = {
  captcha: Captcha;
  sent: Resend | undefined;
  busy: boolean;
  problems: Problems;
  /** Sends the code when the fields are valid; then `sent` is set. */
  send: (identity: Identity) => Promise<void>;
  /** Returns to the picture, for another address or another code. */
  again: () => void;
};

/** The step before every code: an address, a picture and a proof of work. One picture sends one message. */
export function useSendCode(purpose: VerificationPurpose, active = true): SendCode {
  const t = useT();
  const [sent, setSent] = useState<Resend>();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const captcha = useCaptcha(active && sent === undefined);

  const send = async (identity: Identity) => {
    const problem = accountProblem(identity);
    const found: Problems = {};
    if (problem) found.account = t(`account.${problem}`);
    if (captcha.code.trim() === '') found.captcha = t('account.captchaMissing');
    setProblems(found);
    if (problem || found.captcha) return;
    setBusy(true);
    try {
      const fields = await captcha.fields();
      const { account, areaCode } = accountFields(identity);
      const input = { purpose, sendBy: identity.by, account, ...(areaCode ? { areaCode } : {}), ...fields };
      setSent(resendOf(await call('GET system/auth/send-captcha', input, { noMsg: true }), Date.now()));
    } catch (error) {
      setProblems(problemsOf(error, t('account.proofFailed')));
      captcha.renew();
    } finally {
      setBusy(false);
    }
  };
  const again = () => {
    setSent(undefined);
    setProblems({});
  };
  return { captcha, sent, busy, problems, send, again };
}
