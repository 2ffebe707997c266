import { Button, buttonClass, Dialog, toast } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useAction, useRead, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Difference } from './Difference.tsx';
import { SpokenNote } from './parts.tsx';
import { operate, type ToAgree } from './texts.ts';

/** Terms became stricter: what differs from the version that the customer agreed to, and the question whether they agree. Nobody has to answer now. */
export default function TermsAsk({ due, onClose }: { due: ToAgree; onClose: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const { typeCode, version, language, agreed } = due;
  const remote = useRead('GET system/notice/text', { typeCode, version, language });
  const text = lastValue(remote);
  const agree = useAction(async () => {
    await operate(due, 4);
    toast('success', t('texts.agreedNow', { version }));
    onClose();
  });
  // Versions of two languages count on their own, so only those of one are compared.
  const comparable = agreed.language === language && agreed.version < version;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('texts.askTitle', { what: typeCode })}
      foot={
        <>
          <Button kind="outline" wide onClick={onClose}>
            {t('texts.askLater')}
          </Button>
          {/* What nobody could read, nobody agrees to. */}
          <Button wide busy={agree.busy} disabled={text === undefined} onClick={() => void agree.run(undefined)}>
            {t('texts.agree', { version })}
          </Button>
        </>
      }
    >
      <p>{t('texts.askText', { version, time: formatTime(due.at, 'date', zone) })}</p>
      <SpokenNote {...due} />
      {!text ? (
        <Unread remote={remote} compact rows={4} />
      ) : (
        comparable && <Difference type={typeCode} text={text} before={agreed.version} />
      )}
      <p>
        <Link to="/text_preview" search={{ type: typeCode }} className={buttonClass({ kind: 'plain', size: 'small' })} onClick={onClose}>
          {t('texts.askWhole')}
        </Link>
      </p>
      {agree.error && <p role="alert">{agree.error.message}</p>}
    </Dialog>
  );
}
