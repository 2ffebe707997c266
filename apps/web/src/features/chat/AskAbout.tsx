import { buttonClass, IconHelp } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import type { Target } from '../../data/chat/index.ts';
import { useT } from '../../i18n/index.ts';
import { placeOf } from './places.ts';

/** Leads from a deposit or a payout to the conversation about it. */
export function AskAbout({ target }: { target: Target }) {
  const t = useT();
  return (
    <Link to="/customer_service" search={placeOf(target) as never} className={buttonClass({ kind: 'outline', wide: true })}>
      <IconHelp size={18} aria-hidden />
      {t('chat.askAbout')}
    </Link>
  );
}
