import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { IconCheck } from './icons.tsx';
import styles from './Menu.module.css';

export type MenuItem =
  | {
      key: string;
      label: ReactNode;
      icon?: ReactNode;
      end?: ReactNode;
      /** Makes it a check item that leaves the menu open. */
      checked?: boolean | undefined;
      danger?: boolean | undefined;
      disabled?: boolean | undefined;
      onSelect: () => void;
    }
  | 'rule';

export type MenuProps = {
  label: string;
  items: readonly MenuItem[];
  /** Draws the button; spread the given properties on it. */
  trigger: (properties: {
    ref: RefObject<HTMLButtonElement | null>;
    'aria-haspopup': 'menu';
    'aria-expanded': boolean;
    'aria-controls': string;
    onClick: () => void;
  }) => ReactNode;
  align?: 'start' | 'end' | undefined;
};

/**
 * Actions under a button. Opens downwards, or upwards where there is no room. Arrows move, letters jump, Escape closes and returns the
 * focus.
 */
export function Menu({ label, items, trigger, align = 'start' }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  return (
    <>
      {trigger({ ref: button, 'aria-haspopup': 'menu', 'aria-expanded': open, 'aria-controls': id, onClick: () => setOpen(!open) })}
      {open && <OpenMenu {...{ id, label, items, align, button, close }} />}
    </>
  );
}

type OpenProps = Pick<MenuProps, 'label' | 'items'> & {
  id: string;
  align: 'start' | 'end';
  button: RefObject<HTMLButtonElement | null>;
  close: (refocus: boolean) => void;
};

function OpenMenu({ id, label, items, align, button, close }: OpenProps) {
  const menu = useRef<HTMLDivElement>(null);
  const latest = useRef(close);
  latest.current = close;

  useLayoutEffect(() => {
    const node = menu.current;
    const anchor = button.current?.getBoundingClientRect();
    if (!node || !anchor) return;
    // The top layer keeps the menu above sheets and dialogs.
    node.showPopover?.();
    const rtl = getComputedStyle(button.current!).direction === 'rtl';
    const left = (align === 'start') !== rtl ? anchor.left : anchor.right - node.offsetWidth;
    const below = anchor.bottom + 4;
    const top = below + node.offsetHeight > window.innerHeight - 8 ? Math.max(8, anchor.top - 4 - node.offsetHeight) : below;
    node.style.left = `${Math.max(8, Math.min(left, window.innerWidth - node.offsetWidth - 8))}px`;
    node.style.top = `${top}px`;
    node.querySelector<HTMLElement>('[role^=menuitem]:not(:disabled)')?.focus();
  }, [align, button]);

  useEffect(() => {
    const away = (event: Event) => {
      const target = event.target as Node;
      if (!menu.current?.contains(target) && !button.current?.contains(target)) latest.current(false);
    };
    document.addEventListener('pointerdown', away, true);
    window.addEventListener('resize', away);
    return () => {
      document.removeEventListener('pointerdown', away, true);
      window.removeEventListener('resize', away);
    };
  }, [button]);

  const keyDown = (event: KeyboardEvent) => {
    const all = [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => {
      event.preventDefault();
      all[(index + all.length) % all.length]?.focus();
    };
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      close(true);
    } else if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(all.length - 1);
    else if (event.key.length === 1) {
      const letter = event.key.toLowerCase();
      const hit = [...all.slice(at + 1), ...all].find((item) => item.textContent?.trim().toLowerCase().startsWith(letter));
      hit?.focus();
    }
  };

  return (
    <div ref={menu} id={id} popover="manual" role="menu" tabIndex={-1} aria-label={label} className={styles.menu} onKeyDown={keyDown}>
      {items.map((item, index) =>
        item === 'rule' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other identity
          <hr key={`rule-${index}`} className={styles.rule} />
        ) : (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is a check item whenever aria-checked is set
          <button
            key={item.key}
            type="button"
            role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
            aria-checked={item.checked}
            tabIndex={-1}
            disabled={item.disabled}
            className={cx(styles.item, item.danger && styles.danger)}
            onClick={() => {
              item.onSelect();
              if (item.checked === undefined) close(true);
            }}
          >
            {item.checked !== undefined && <span className={styles.mark}>{item.checked && <IconCheck size={16} />}</span>}
            {item.icon}
            {item.label}
            {item.end !== undefined && <span className={styles.end}>{item.end}</span>}
          </button>
        ),
      )}
    </div>
  );
}
