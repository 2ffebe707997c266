import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { IconChevronRight } from './icons.tsx';
import styles from './List.module.css';

/** Rows with one rule between them. `inset` draws the card of a settings page. */
export function List({
  head,
  end,
  inset = false,
  children,
  label,
  className,
}: {
  head?: ReactNode;
  end?: ReactNode;
  inset?: boolean | undefined;
  children: ReactNode;
  label?: string | undefined;
  className?: string | undefined;
}) {
  return (
    <section className={cx(styles.list, inset && styles.inset, className)} aria-label={label}>
      {(head !== undefined || end !== undefined) && (
        <div className={styles.head}>
          <h2>{head}</h2>
          {end}
        </div>
      )}
      <ul>{children}</ul>
    </section>
  );
}

/** The classes of a row that is a link: `<li className={rowItemClass}><Link className={rowClass()}>…`. */
export const rowClass = (look: { tall?: boolean | undefined; chosen?: boolean | undefined } = {}): string =>
  cx(styles.row, look.tall && styles.tall, look.chosen && styles.chosen);
export const rowItemClass: string = styles.rowItem ?? '';

export type RowContentProps = {
  start?: ReactNode;
  title: ReactNode;
  under?: ReactNode;
  middle?: ReactNode;
  end?: ReactNode;
  endUnder?: ReactNode;
  /** Shows a chevron: the row opens something. */
  goes?: boolean | undefined;
};

export function RowContent({ start, title, under, middle, end, endUnder, goes = false }: RowContentProps) {
  return (
    <>
      {start}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {under !== undefined && <span className={styles.under}>{under}</span>}
      </span>
      {middle}
      {(end !== undefined || endUnder !== undefined) && (
        <span className={styles.end}>
          {end !== undefined && <span>{end}</span>}
          {endUnder !== undefined && <span className={styles.endUnder}>{endUnder}</span>}
        </span>
      )}
      {goes && <IconChevronRight size={18} className={styles.go} aria-hidden />}
    </>
  );
}

export type RowProps = RowContentProps & {
  /** 60 px instead of 56. */
  tall?: boolean | undefined;
  chosen?: boolean | undefined;
  onClick?: (() => void) | undefined;
  /** A choice among rows, announced to assistive technology. */
  pressed?: boolean | undefined;
  /** Replaces the row's element, such as a router link with `rowClass()`. */
  as?: ((content: ReactNode, className: string) => ReactNode) | undefined;
};

export function Row({ tall, chosen, onClick, pressed, as, ...content }: RowProps) {
  const className = rowClass({ tall, chosen });
  const inside = <RowContent {...content} />;
  return (
    <li className={styles.rowItem}>
      {as ? (
        as(inside, className)
      ) : onClick ? (
        <button type="button" className={className} onClick={onClick} aria-pressed={pressed}>
          {inside}
        </button>
      ) : (
        <div className={className}>{inside}</div>
      )}
    </li>
  );
}

export type Fact = { key?: string | undefined; name: ReactNode; value: ReactNode; why?: ReactNode; strong?: boolean | undefined };

/** Name and value pairs; `why` appears under a result and says where it comes from. */
export function Facts({ facts, dense = false }: { facts: readonly Fact[]; dense?: boolean | undefined }) {
  return (
    <dl className={cx(styles.facts, dense && styles.denseFacts)}>
      {facts.map((fact, index) => (
        <div
          key={fact.key ?? (typeof fact.name === 'string' ? fact.name : index)}
          className={cx(styles.fact, fact.strong && styles.strong)}
        >
          <dt>{fact.name}</dt>
          <dd>{fact.value}</dd>
          {fact.why !== undefined && <dd className={styles.why}>{fact.why}</dd>}
        </div>
      ))}
    </dl>
  );
}
