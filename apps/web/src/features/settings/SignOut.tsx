import { Confirm, IconLogOut, List, Row } from '@bourse/ui';
import { useState } from 'react';
import { useChatStatus } from '../../data/chat/status.ts';
import { logout } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';

/** Says what stays on the device, then asks once. */
export function SignOut() {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const { unsent } = useChatStatus();
  const [busy, setBusy] = useState(false);
  return (
    <>
      <List>
        <Row start={<IconLogOut size={20} aria-hidden />} title={t('settings.logOut')} onClick={() => setAsking(true)} />
      </List>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('settings.logOutTitle')}
        confirm={t('settings.logOut')}
        cancel={t('common.cancel')}
        busy={busy}
        onConfirm={() => {
          setBusy(true);
          // Beside it: whatever fails here must not keep anybody from signing out.
          void import('../evidence/keeper.ts').then(({ forgetOwn }) => forgetOwn()).catch(() => undefined);
          void import('../notifications/device.ts').then(({ forgetDevice }) => forgetDevice()).catch(() => undefined);
          void logout().finally(() => setBusy(false));
        }}
      >
        {t('settings.logOutText')}
        {unsent > 0 && <p>{t('chat.unsent', { count: unsent })}</p>}
      </Confirm>
    </>
  );
}
