import { EmptyState, IconFunds } from '@bourse/ui';
import { useEnterDemo } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useArrive } from '../../account/parts/useArrive.ts';
import { EnterButtons } from './EnterButtons.tsx';

/** What a visitor sees in place of anything that belongs to a customer. */
export function SignInFirst({ title, text }: { title?: string | undefined; text?: string | undefined }) {
  const t = useT();
  return (
    <EmptyState
      icon={<IconFunds size={32} strokeWidth={1.5} aria-hidden />}
      title={title ?? t('funds.signInTitle')}
      action={<EnterButtons {...useEnterDemo(useArrive())} />}
    >
      {text ?? t('funds.signInText')}
    </EmptyState>
  );
}
