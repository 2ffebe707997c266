import { type ReactNode, type PointerEvent as ReactPointerEvent, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button, type ButtonKind, IconButton } from './Button.tsx';
import { useUi } from './context.tsx';
import { cx } from './cx.ts';
import { IconClose } from './icons.tsx';
import styles from './Overlay.module.css';
import { overlayHost, useOverlay } from './overlay-stack.ts';

export type OverlayProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** After the title, before the close button. */
  head?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
  /** No padding around the content, for lists. */
  bare?: boolean | undefined;
  /** Keeps the title for assistive technology only. */
  hideTitle?: boolean | undefined;
};

type PanelProps = OverlayProps & { kind: 'dialog' | 'sheet'; role?: 'dialog' | 'alertdialog' | undefined; variant?: string | undefined };

function Panel({ open, ...rest }: PanelProps) {
  return open ? createPortal(<OpenPanel open {...rest} />, overlayHost()) : null;
}

function OpenPanel({ onClose, title, head, foot, children, bare = false, hideTitle = false, kind, role = 'dialog', variant }: PanelProps) {
  const { labels } = useUi();
  const layer = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useOverlay(true, layer, onClose);
  const drag = useSheetDrag(panel, onClose, kind === 'sheet');
  return (
    <div ref={layer} className={cx(styles.layer, kind === 'dialog' && styles.topmost)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape and the close button are the keyboard's way */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div className={styles.scrim} onClick={onClose} />
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is dialog or alertdialog */}
      <div
        ref={panel}
        role={role}
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        data-overlay-panel
        className={cx(styles.panel, styles[kind], variant)}
      >
        {kind === 'sheet' && <div className={styles.handle} {...drag} />}
        <div className={cx(styles.head, hideTitle && 'visually-hidden')} {...drag}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {head}
          <IconButton label={labels.close} onClick={onClose}>
            <IconClose size={20} />
          </IconButton>
        </div>
        <div className={cx(styles.body, bare && styles.bare)}>{children}</div>
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
    </div>
  );
}

/** Follows the finger on the handle or head. It closes past a quarter of its height, or with a flick. Bottom sheets only. */
function useSheetDrag(panel: { current: HTMLDivElement | null }, close: () => void, enabled: boolean) {
  const start = useRef<{ y: number; at: number; id: number } | null>(null);
  if (!enabled) return {};
  const end = (event: ReactPointerEvent) => {
    const from = start.current;
    const node = panel.current;
    start.current = null;
    if (!from || !node) return;
    const moved = Math.max(0, event.clientY - from.y);
    const speed = moved / Math.max(1, event.timeStamp - from.at);
    node.style.transition = 'translate var(--m-base) var(--ease-out)';
    node.style.translate = '';
    if (moved > node.offsetHeight / 4 || (moved > 24 && speed > 0.6)) close();
  };
  return {
    onPointerDown(event: ReactPointerEvent) {
      if (window.innerWidth >= 640 || (event.target as HTMLElement).closest('button, a, input, select')) return;
      start.current = { y: event.clientY, at: event.timeStamp, id: event.pointerId };
      event.currentTarget.setPointerCapture(event.pointerId);
      if (panel.current) panel.current.style.transition = 'none';
    },
    onPointerMove(event: ReactPointerEvent) {
      if (start.current && panel.current) panel.current.style.translate = `0 ${Math.max(0, event.clientY - start.current.y)}px`;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** A question or a small form in the middle of the screen. */
export function Dialog({ wide = false, ...rest }: OverlayProps & { wide?: boolean | undefined }) {
  return <Panel {...rest} kind="dialog" variant={wide ? styles.wide : undefined} />;
}

/** A bottom sheet on a phone (drag down to close); a dialog, or a side panel with `side`, on a wide screen. */
export function Sheet({ side = false, ...rest }: OverlayProps & { side?: boolean | undefined }) {
  return <Panel {...rest} kind="sheet" variant={side ? styles.side : undefined} />;
}

export type ConfirmProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The cost, and what cannot be undone. */
  children: ReactNode;
  confirm: string;
  cancel: string;
  kind?: ButtonKind | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
};

/** States the cost, then asks once. */
export function Confirm({ open, onClose, title, children, confirm, cancel, kind = 'solid', busy, onConfirm }: ConfirmProps) {
  return (
    <Panel
      kind="dialog"
      role="alertdialog"
      {...{ open, onClose, title }}
      foot={
        <>
          <Button kind="outline" wide onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button kind={kind} wide busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className={styles.text}>{children}</div>
    </Panel>
  );
}
