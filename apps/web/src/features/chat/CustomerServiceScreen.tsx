import { useSearch } from '@tanstack/react-router';
import { subjectOf, type Target } from '../../data/chat/index.ts';
import { session } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import styles from './Chat.module.css';
import { Thread } from './Thread.tsx';

/** What an address says. Anything else than a conversation is a general question. */
export function targetOf({ group, type, subject }: { group?: string | number; type?: string | number; subject?: string }): Target {
  // An address that somebody typed has a number where the app writes a text.
  const groupId = String(group ?? '');
  if (/^[1-9][0-9]{0,17}$/.test(groupId)) return { groupId };
  const groupType = Number(type);
  if (subjectOf(subject) && [1, 2, 3, 4, 5, 6].includes(groupType)) return { groupType: groupType as 1 | 2 | 3 | 4 | 5 | 6, subject };
  return { groupType: session.signedIn ? 1 : 2 };
}

export function CustomerServiceScreen() {
  const t = useT();
  const search = useSearch({ strict: false });
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('chat.title')} fallback="/service_list" />
      <Thread target={targetOf(search)} />
    </div>
  );
}
