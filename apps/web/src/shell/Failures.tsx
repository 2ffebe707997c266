import { Button, buttonClass } from '@bourse/ui/Button.tsx';
import { ErrorState } from '@bourse/ui/States.tsx';
import { useEffect } from 'react';
import { useT } from '../i18n/index.ts';
import { freshUrl } from './fresh.ts';

const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' ||
    /dynamically imported module|Importing a module script|module script failed|Unable to preload CSS/i.test(error.message));

/** Shown when a screen throws or a chunk fails to load. */
export function Crashed({ error }: { error: unknown }) {
  const t = useT();
  const chunk = isChunkError(error);
  // The page shows what happened; whoever looks after it finds the file in the log.
  useEffect(() => console.error(error), [error]);
  return (
    <main id="content">
      <ErrorState
        title={t(chunk ? 'shell.chunkTitle' : 'shell.crashedTitle')}
        action={
          <>
            <Button onClick={() => location.replace(freshUrl(location.href, Date.now()))}>{t('shell.reload')}</Button>
            <a href="/home" className={buttonClass({ kind: 'outline' })}>
              {t('shell.goHome')}
            </a>
          </>
        }
      >
        {t(chunk ? 'shell.chunkText' : 'shell.crashedText')}
      </ErrorState>
    </main>
  );
}
