import { useNavigate } from '@tanstack/react-router';
import type { Target } from '../../data/chat/index.ts';
import { useT } from '../../i18n/index.ts';
import { Page } from '../settings/Page.tsx';
import { ChatList } from './ChatList.tsx';

/** The address of a conversation. */
export const placeOf = (target: Target): { group?: string; type?: string; subject?: string } =>
  'groupId' in target
    ? { group: target.groupId }
    : { type: String(target.groupType), ...(target.subject ? { subject: target.subject } : {}) };

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
