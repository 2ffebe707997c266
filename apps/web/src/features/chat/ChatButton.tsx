import { IconHelp, iconButtonClass } from '@bourse/ui';
import { closeChat, openChat, useChatStatus } from '../../data/chat/status.ts';
import { useT } from '../../i18n/index.ts';
import bell from '../messages/Bell.module.css';

/** Opens the chat beside the screen, and says how many messages of it are unread. What is unread comes from the chat itself: nothing is asked here. */
export function ChatButton() {
  const t = useT();
  const { unread, open } = useChatStatus();
  return (
    <button
      type="button"
      className={`${iconButtonClass()} ${bell.bell}`}
      aria-label={t('chat.openUnread', { count: unread })}
      aria-expanded={open}
      onClick={() => (open ? closeChat() : openChat())}
    >
      <IconHelp size={20} aria-hidden />
      {unread > 0 && (
        <span className={bell.count} aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </button>
  );
}
