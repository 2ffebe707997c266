import { useNavigate } from '@tanstack/react-router';
import { useT } from '../../i18n/index.ts';
import { Page } from '../settings/Page.tsx';
import { ChatList } from './ChatList.tsx';
import { placeOf } from './places.ts';

/** What can be asked about, own open matters first. */
export function ServiceListScreen() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Page
      title={t('chat.title')}
      lead={t('chat.lead')}
      body={<ChatList onOpen={(target) => void navigate({ to: '/customer_service', search: placeOf(target) as never })} />}
    />
  );
}
