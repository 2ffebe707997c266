import type { ServerMessage } from '@bourse/protocol/socket';
import { Age, Button, Facts } from '@bourse/ui';
import { useEffect, useState } from 'react';
import { reconnect, tapMarket, useNow, useSocketStatus, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import styles from './Page.module.css';
import { Page } from './Page.tsx';

type Line = { key: number; at: number; text: string };
const maxLines = 120;

/** The present state of the market socket. */
export function SocketScreen() {
  const t = useT();
  // The socket's times are by this device's clock; the server's clock only triggers the refresh.
  useNow();
  const zone = useTimeZone();
  const status = useSocketStatus();
  const [paused, setPaused] = useState(false);
  const [lines, setLines] = useState<readonly Line[]>([]);
  useEffect(() => {
    if (paused) return;
    let key = 0;
    let waiting: Line[] = [];
    const off = tapMarket((message: ServerMessage) => {
      key += 1;
      waiting.push({ key, at: Date.now(), text: JSON.stringify(message) });
    });
    // Four updates a second: nobody reads faster.
    const timer = setInterval(() => {
      if (waiting.length === 0) return;
      const arrived = waiting.reverse();
      waiting = [];
      setLines((known) => [...arrived, ...known].slice(0, maxLines));
    }, 250);
    return () => {
      off();
      clearInterval(timer);
      setLines([]);
    };
  }, [paused]);
  const ago = (at: number) =>
    at === 0 ? t('settings.none') : t('settings.agoSeconds', { seconds: Math.max(0, Math.round((Date.now() - at) / 1_000)) });
  const state =
    status.link === 'open'
      ? status.offline
        ? 'shell.disconnected'
        : 'shell.connected'
      : status.link === 'connecting'
        ? 'shell.connecting'
        : 'shell.disconnected';
  return (
    <Page
      title={t('settings.socketTitle')}
      lead={t('settings.socketText')}
      body={
        <>
          <div className={styles.facts}>
            <Facts
              dense
              facts={[
                {
                  name: t('settings.socketState'),
                  value: <Age state={status.link === 'open' && !status.offline ? 'live' : 'lost'}>{t(state)}</Age>,
                },
                { name: t('settings.socketAddress'), value: status.address.split('?')[0] || t('settings.none') },
                { name: t('settings.socketId'), value: status.socketId || t('settings.none') },
                { name: t('settings.socketVenue'), value: status.venue ?? t('settings.none') },
                { name: t('settings.socketLast'), value: ago(status.lastMessageAt) },
                { name: t('settings.socketRound'), value: status.roundTripMs === null ? t('settings.none') : `${status.roundTripMs} ms` },
                { name: t('settings.socketReconnects'), value: status.reconnects },
                { name: t('settings.socketManual'), value: status.manualReconnects },
                { name: t('settings.socketGaps'), value: status.gaps },
                { name: t('settings.socketReceived'), value: status.messages },
                { name: t('settings.socketBytes'), value: status.bytes },
              ]}
            />
          </div>
          <div className={styles.tools}>
            <Button kind="outline" size="small" onClick={reconnect}>
              {t('settings.socketReconnect')}
            </Button>
            <Button kind="plain" size="small" aria-pressed={paused} onClick={() => setPaused(!paused)}>
              {t(paused ? 'settings.socketResume' : 'settings.socketPause')}
            </Button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
          <section className={styles.log} aria-label={t('settings.socketLog')} tabIndex={0} dir="ltr">
            {lines.length === 0 ? (
              <p className="muted">{t('settings.socketEmpty')}</p>
            ) : (
              <ol>
                {lines.map((line) => (
                  <li key={line.key}>
                    <span className="muted">{formatTime(line.at, 'seconds', zone)}</span>
                    <code>{line.text}</code>
                  </li>
                ))}
              </ol>
            )}
          </section>
        </>
      }
    />
  );
}
