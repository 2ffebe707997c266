import { Button, IconButton, IconPlus } from '@bourse/ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ChatClient, Target } from '../../data/chat/index.ts';
import { useT } from '../../i18n/index.ts';
import { usePicturePicker } from '../../shell/pictures.tsx';
import { Problem } from '../account/parts/AuthFrame.tsx';
import styles from './Chat.module.css';

const textAtMost = 2_000;
/** The same text twice in so short a time is a slip of the finger (product specification, section 9). */
const duplicateMs = 2_000;

type Props = {
  target: Target;
  /** Makes sure that there is somebody who writes: a visitor gets a temporary login with their first message. */
  client: () => Promise<ChatClient | undefined>;
  /** The card that goes before the first message. */
  card?: { about: 'recharge' | 'withdrawal'; id: string; name: string } | undefined;
  /** Tells the other side that somebody writes. */
  onWriting?: (() => void) | undefined;
  autoFocus?: boolean | undefined;
};

export function Composer({ target, client, card, onWriting, autoFocus = false }: Props) {
  const t = useT();
  const hint = useId();
  const [text, setText] = useState('');
  const [flaw, setFlaw] = useState<string>();
  const [busy, setBusy] = useState(false);
  const last = useRef({ text: '', at: Number.NEGATIVE_INFINITY });
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (autoFocus) box.current?.focus();
  }, [autoFocus]);

  const speak = async (say: (to: ChatClient) => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      const to = await client();
      if (!to) return false;
      if (card && !to.groupOf(target)) await to.send(target, { kind: 'ORDER', about: card.about, id: card.id });
      await say(to);
      return true;
    } catch (error) {
      setFlaw((error instanceof Error && error.message) || t('common.noResponse'));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const send = async () => {
    const said = text.trim();
    if (said === '' || busy) return;
    // Monotonic: a device whose clock is set back must not keep anybody from writing.
    const now = performance.now();
    if (said === last.current.text && now - last.current.at < duplicateMs) {
      setFlaw(t('chat.twice'));
      return;
    }
    last.current = { text: said, at: now };
    setFlaw(undefined);
    setText('');
    if (!(await speak((to) => to.send(target, { kind: 'TEXT', text: said })))) {
      // Nothing was written down: the words go back to where they were typed.
      setText((typed) => typed || said);
      last.current = { text: '', at: Number.NEGATIVE_INFINITY };
    }
    box.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    // Enter that ends a composition (Chinese, Japanese) belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const picker = usePicturePicker({
    onFile: (file, wrong) => {
      setFlaw(wrong && t(wrong === 'kind' ? 'chat.pictureKind' : 'chat.pictureLarge'));
      if (!wrong) void speak((to) => to.send(target, null, { file, url: URL.createObjectURL(file) }));
    },
  });
  const left = textAtMost - text.length;
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {card && <p className={styles.quiet}>{t('chat.withCard', { name: card.name })}</p>}
      {flaw && <Problem>{flaw}</Problem>}
      <div className={styles.line}>
        {picker.input}
        <IconButton label={t('chat.picture')} onClick={picker.open}>
          <IconPlus size={20} aria-hidden />
        </IconButton>
        <textarea
          ref={box}
          className={styles.box}
          rows={1}
          value={text}
          maxLength={textAtMost}
          aria-label={t('chat.write')}
          aria-describedby={hint}
          placeholder={t('chat.write')}
          onChange={({ target: typed }) => {
            setText(typed.value);
            onWriting?.();
          }}
          onKeyDown={keys}
        />
        <Button type="submit" disabled={text.trim() === ''} busy={busy}>
          {t('chat.send')}
        </Button>
      </div>
      <small id={hint} className={left < 200 ? styles.quiet : 'visually-hidden'}>
        {left < 200 ? t('chat.left', { count: left }) : t('chat.hint')}
      </small>
    </form>
  );
}
