import { Button } from '@bourse/ui/Button.tsx';
import { Dialog } from '@bourse/ui/Overlay.tsx';
import { toast } from '@bourse/ui/toast-store.ts';
import { useEffect, useState } from 'react';
import { broughtLink, dropLink, session } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { acceptLink, type LinkOwner, linkOwner } from './model/link.ts';

/** Asks whether to sign in with the tokens that the page's address brought, and names the account. Without a yes, nothing changes. */
export default function LinkQuestion() {
  const t = useT();
  const [link] = useState(broughtLink);
  const [owner, setOwner] = useState<LinkOwner>();
  const [busy, setBusy] = useState(false);
  const close = () => {
    dropLink();
    setOwner(undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (!link) return;
    linkOwner(link).then(
      (found) => (session.signedIn && session.userId === found.userId ? close() : setOwner(found)),
      () => {
        close();
        toast('warning', t('account.linkGone'));
      },
    );
  }, [link]);
  if (!link || !owner) return null;
  const accept = async () => {
    setBusy(true);
    await acceptLink(link, owner).catch(() => toast('warning', t('account.linkGone')));
    setBusy(false);
    setOwner(undefined);
  };
  const who = { name: owner.name, contact: owner.email ?? owner.phone ?? String(owner.account) };
  return (
    <Dialog
      open
      onClose={close}
      title={t('account.linkTitle', { name: owner.name })}
      foot={
        <>
          <Button wide onClick={close}>
            {t('account.linkRefuse')}
          </Button>
          <Button kind="outline" wide busy={busy} onClick={() => void accept()}>
            {t('account.linkAccept', { name: owner.name })}
          </Button>
        </>
      }
    >
      {t('account.linkText', who)} {session.signedIn && t('account.linkOver')}
    </Dialog>
  );
}
