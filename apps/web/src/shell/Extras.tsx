import { Button } from '@bourse/ui/Button.tsx';
import { Dialog } from '@bourse/ui/Overlay.tsx';
import { Toaster } from '@bourse/ui/toaster.ts';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { hasChat, useChatStatus } from '../data/chat/status.ts';
import {
  type AppEvents,
  broughtLink,
  cache,
  call,
  cancelOnline,
  emit,
  keepOnline,
  lastValue,
  on,
  session,
  useBaseInfo,
  useNow,
  useSignedIn,
} from '../data/index.ts';
import type { ToAgree } from '../features/texts/texts.ts';
import { allWords, useT } from '../i18n/index.ts';
import { freshUrl } from './fresh.ts';

const LinkQuestion = lazy(() => Promise.all([import('../features/account/LinkQuestion.tsx'), allWords()]).then(([module]) => module));

const Dock = lazy(() => Promise.all([import('../features/chat/Dock.tsx'), allWords()]).then(([{ Dock: part }]) => ({ default: part })));

const Rejected = lazy(() => Promise.all([import('../features/payments/Rejected.tsx'), allWords()]).then(([module]) => module));

const ChangedPage = lazy(() => Promise.all([import('../features/evidence/ChangedPage.tsx'), allWords()]).then(([module]) => module));

const TermsAsk = lazy(() => Promise.all([import('../features/texts/TermsAsk.tsx'), allWords()]).then(([module]) => module));

/** Toasts and the dialogs that a push can open. Loaded after the first paint. */
export default function Extras() {
  const t = useT();
  useEffect(watchLogs, []);
  return (
    <>
      <Toaster label={t('pushed.toasts')} />
      <OtherLogin />
      <NewVersion />
      <Restricted />
      <Contradiction />
      <Rejection />
      <Terms />
      <Chat />
      {broughtLink() && (
        <Suspense>
          <LinkQuestion />
        </Suspense>
      )}
    </>
  );
}

/** The chat beside the screen. Nobody loads it who has no conversation on this device and opens none. */
function Chat() {
  const { open } = useChatStatus();
  const [kept] = useState(hasChat);
  return (
    (open || kept) && (
      <Suspense>
        <Dock />
      </Suspense>
    )
  );
}

/** An operator restricted the account while its page was open. */
function Restricted() {
  const t = useT();
  const [open, setOpen] = useState(false);
  useEffect(
    () =>
      on('notice', ({ kind }) => {
        if (kind !== 'account.restricted') return;
        setOpen(true);
        void cache.invalidate('GET system/member/get-current-member');
      }),
    [],
  );
  const close = () => setOpen(false);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('pushed.restrictedTitle')}
      foot={
        <Button
          onClick={() => {
            close();
            emit('go', { to: '/mine/helpFeedback', replace: false });
          }}
        >
          {t('pushed.restrictedAsk')}
        </Button>
      }
    >
      <p>{t('pushed.restrictedText')}</p>
    </Dialog>
  );
}

/** The first screen comes before the check of the logs. */
const watchAfterMs = 3_000;

/** Starts to compare the transparency logs with what this device has seen, for customers and wherever something is kept already. */
function watchLogs() {
  const leave: (() => void)[] = [];
  const stop = () => {
    for (const each of leave.splice(0)) each();
  };
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    // A chunk that does not come is asked for again with the next page.
    void import('../features/evidence/keeper.ts').then(({ startKeeper }) => startKeeper()).then(stop, () => undefined);
  };
  const timer = setTimeout(async () => {
    const kept = await keptDatabases();
    if (session.signedIn || kept.includes('bourse.evidence')) start();
  }, watchAfterMs);
  leave.push(
    () => clearTimeout(timer),
    on('session', ({ signedIn }) => signedIn && start()),
  );
  return stop;
}

/** A browser that denies storage may deny the list, too. */
async function keptDatabases(): Promise<(string | undefined)[]> {
  try {
    return (await indexedDB.databases()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** The page that says that history was changed. Nothing else is loaded for it before. */
function Contradiction() {
  const [found, setFound] = useState(false);
  useEffect(() => on('contradiction', () => setFound(true)), []);
  return (
    found && (
      <Suspense>
        <ChangedPage />
      </Suspense>
    )
  );
}

/** A rejection opens a dialog with the remark (product specification, section 2). Nothing is loaded for it before. */
function Rejection() {
  const [notice, setNotice] = useState<AppEvents['notice'] | null>(null);
  useEffect(() => on('notice', (one) => (one.kind === 'withdrawal.rejected' || one.kind === 'identity.rejected') && setNotice(one)), []);
  return (
    notice && (
      <Suspense>
        <Rejected notice={notice} onClose={() => setNotice(null)} />
      </Suspense>
    )
  );
}

/** Whoever trades, or reads the texts, is not asked in the middle of it. */
const notHere = /^\/(?:order|chart|contractTrade|text_preview|privacy_policy)(?:\/|$)/;

/** Terms became stricter since the customer agreed to them: asked at the next visit, one text after the other. Nothing is loaded for it before. */
function Terms() {
  const signedIn = useSignedIn();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [due, setDue] = useState<readonly ToAgree[]>([]);
  useEffect(() => {
    if (!signedIn) return setDue([]);
    const ask = () => void call('GET system/notice/terms-to-agree', {}, { noMsg: true }).then(setDue, () => undefined);
    const timer = setTimeout(ask, watchAfterMs);
    return () => clearTimeout(timer);
  }, [signedIn]);
  const [next] = due;
  if (!next || notHere.test(path)) return null;
  return (
    <Suspense>
      <TermsAsk due={next} onClose={() => setDue((before) => before.slice(1))} />
    </Suspense>
  );
}

function OtherLogin() {
  const t = useT();
  const [event, setEvent] = useState<AppEvents['otherLogin'] | null>(null);
  const [busy, setBusy] = useState(false);
  const now = useNow();
  useEffect(() => on('otherLogin', setEvent), []);
  if (!event) return null;
  const left = Math.max(0, Math.ceil(event.graceS - (now - event.at) / 1_000));
  const act = async (choice: () => Promise<void>) => {
    setBusy(true);
    await choice().catch(() => undefined);
    setBusy(false);
    setEvent(null);
  };
  return (
    <Dialog
      open
      onClose={() => setEvent(null)}
      title={t('pushed.otherLoginTitle')}
      foot={
        <>
          <Button kind="outline" wide busy={busy} onClick={() => void act(cancelOnline)}>
            {t('pushed.giveWay')}
          </Button>
          <Button wide busy={busy} disabled={left === 0} onClick={() => void act(keepOnline)}>
            {t('pushed.stayHere')}
          </Button>
        </>
      }
    >
      {t('pushed.otherLoginText', { device: event.device, seconds: left })}
    </Dialog>
  );
}

const seenKey = 'version_id';
/** Type 1 asks the person if the version's id differs from the last one seen; type 2 reloads at once. */
function NewVersion() {
  const t = useT();
  const base = lastValue(useBaseInfo());
  const [offer, setOffer] = useState<string | null>(null);
  useEffect(() => {
    const consider = ({ id, updateType }: { id: string; updateType: 0 | 1 | 2 }) => {
      const seen = localStorage.getItem(seenKey);
      if (seen === null) localStorage.setItem(seenKey, id);
      if (seen === null || seen === id || updateType === 0) return;
      if (updateType === 1) setOffer(id);
      else {
        localStorage.setItem(seenKey, id);
        location.replace(freshUrl(location.href, Date.now()));
      }
    };
    if (base) consider(base.version);
    return on('version', consider);
  }, [base]);
  if (offer === null) return null;
  const remember = () => {
    localStorage.setItem(seenKey, offer);
    setOffer(null);
  };
  return (
    <Dialog
      open
      onClose={remember}
      title={t('pushed.newVersion')}
      foot={
        <>
          <Button kind="outline" wide onClick={remember}>
            {t('pushed.later')}
          </Button>
          <Button
            wide
            onClick={() => {
              remember();
              location.replace(freshUrl(location.href, Date.now()));
            }}
          >
            {t('pushed.update')}
          </Button>
        </>
      }
    >
      {t('pushed.newVersionText')}
    </Dialog>
  );
}
