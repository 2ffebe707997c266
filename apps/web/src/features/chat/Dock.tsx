import { IconButton, IconChevronLeft, IconClose } from '@bourse/ui';
import { useEffect, useRef, useState } from 'react';
import { closeChat, type Target, useChat, useChatStatus } from '../../data/chat/index.ts';
import { useT } from '../../i18n/index.ts';
import styles from './Chat.module.css';
import { ChatList } from './ChatList.tsx';
import { Thread } from './Thread.tsx';

/** The chat beside whatever the desk shows. Unopened, it only keeps the count of what is unread. */
export function Dock() {
  useChat();
  return useChatStatus().open ? <Open /> : null;
}

function Open() {
  const t = useT();
  const [target, setTarget] = useState<Target>();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(document.activeElement as HTMLElement | null);
  useEffect(() => {
    const came = before.current;
    heading.current?.focus();
    return () => came?.focus?.();
  }, []);
  // The button goes with the conversation: the keyboard stays in the dock.
  const back = () => {
    setTarget(undefined);
    heading.current?.focus();
  };
  return (
    <section
      className={styles.dock}
      aria-labelledby="chat-dock"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) closeChat();
      }}
    >
      <header className={styles.dockHead}>
        {target && (
          <IconButton label={t('chat.back')} small onClick={back}>
            <IconChevronLeft size={20} aria-hidden />
          </IconButton>
        )}
        <h2 id="chat-dock" ref={heading} tabIndex={-1}>
          {t('chat.dock')}
        </h2>
        <IconButton label={t('chat.dockClose')} small onClick={closeChat}>
          <IconClose size={20} aria-hidden />
        </IconButton>
      </header>
      {target ? <Thread target={target} autoFocus /> : <ChatList onOpen={setTarget} />}
    </section>
  );
}
