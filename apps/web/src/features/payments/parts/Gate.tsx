import { buttonClass, EmptyState, IconShield } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lastValue, useIsDemo, useRead, useSignedIn } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { RealAccountFirst } from '../../funds/parts/RealAccountFirst.tsx';
import { SignInFirst } from '../../funds/parts/SignInFirst.tsx';

/** Real money belongs to real accounts. Anybody else is told what is missing, and the way there. */
export function RealAccount({ children }: { children: ReactNode }) {
  const t = useT();
  const signedIn = useSignedIn();
  const demo = useIsDemo();
  if (!signedIn) return <SignInFirst title={t('journey.signIn')} text={t('journey.signInText')} />;
  if (demo) return <RealAccountFirst title={t('journey.demo')} text={t('journey.demoText')} />;
  return children;
}

/** No money comes in that could not leave: whoever pays in has to be known first. */
export function Identified({ children }: { children: ReactNode }) {
  return (
    <RealAccount>
      <Level>{children}</Level>
    </RealAccount>
  );
}

function Level({ children }: { children: ReactNode }) {
  const t = useT();
  const remote = useRead('GET pay/realname/get', {}, { needsSession: true });
  const known = lastValue(remote);
  if (!known) return <Unread remote={remote} rows={4} height={64} />;
  if (known.level > 0) return children;
  const waits = known.application?.status === 2;
  return (
    <EmptyState
      icon={<IconShield size={28} strokeWidth={1.5} aria-hidden />}
      title={t(waits ? 'journey.identityWaits' : 'journey.identityFirst')}
      action={
        <Link to="/mine/verified" className={buttonClass(waits ? { kind: 'outline' } : {})}>
          {t(waits ? 'journey.identitySee' : 'journey.identityGo')}
        </Link>
      }
    >
      {t(waits ? 'journey.identityWaitsText' : 'journey.identityText')}
    </EmptyState>
  );
}
