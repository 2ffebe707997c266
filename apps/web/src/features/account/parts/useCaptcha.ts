import { useCallback, useEffect, useRef, useState } from 'react';
import { call, usePreference } from '../../../data/index.ts';
import { solveInWorker } from '../../../data/work/solveInWorker.ts';

type Picture = { captchaId: string; image: string };
export type CaptchaFields = { captchaId: string; captchaCode: string; proof: string };
export type Captcha = {
  picture: Picture | undefined;
  /** `working` while the browser computes the proof; people read and type meanwhile. */
  proof: 'waiting' | 'working' | 'done' | 'failed';
  failed: boolean;
  code: string;
  setCode: (code: string) => void;
  /** Fetches another picture: each is valid for one try. */
  renew: () => void;
  /** The fields of the call. Waits for the proof when the person typed faster. */
  fields: () => Promise<CaptchaFields>;
};

/** Draws the picture in the page's colours. */
function useShownTheme(): 'light' | 'dark' {
  const theme = usePreference('theme');
  if (theme !== 'system') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** A captcha in two parts: a picture for the person and a proof of work for the browser. Both are fetched and answered together. */
export function useCaptcha(active: boolean): Captcha {
  const theme = useShownTheme();
  const [round, setRound] = useState(0);
  const [picture, setPicture] = useState<Picture>();
  const [proof, setProof] = useState<Captcha['proof']>('waiting');
  const [failed, setFailed] = useState(false);
  const [code, setCode] = useState('');
  const solving = useRef<Promise<string> | undefined>(undefined);
  const renew = useCallback(() => setRound((value) => value + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks for a new picture
  useEffect(() => {
    if (!active) return;
    const control = new AbortController();
    let expiry: ReturnType<typeof setTimeout> | undefined;
    setCode('');
    setPicture(undefined);
    setFailed(false);
    setProof('waiting');
    const run = async () => {
      const answer = await call('GET system/captcha/img-captcha', { theme }, { signal: control.signal, noMsg: true });
      setPicture({ captchaId: answer.captchaId, image: answer.image });
      setProof('working');
      // Expire a little earlier than the server does, so that nobody types the characters of a void picture.
      expiry = setTimeout(renew, Math.max(10, answer.expiresInS - 10) * 1000);
      solving.current = solveInWorker(answer.challenge, control.signal);
      solving.current.then(
        () => setProof('done'),
        () => control.signal.aborted || setProof('failed'),
      );
    };
    run().catch(() => control.signal.aborted || setFailed(true));
    return () => {
      clearTimeout(expiry);
      control.abort(new DOMException('replaced', 'AbortError'));
    };
  }, [active, round, theme]);

  const fields = async (): Promise<CaptchaFields> => {
    if (!picture || !solving.current) throw new Error('no picture');
    return { captchaId: picture.captchaId, captchaCode: code.trim(), proof: await solving.current };
  };
  return { picture, proof, failed, code, setCode, renew, fields };
}
