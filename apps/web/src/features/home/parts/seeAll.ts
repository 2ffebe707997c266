import styles from './SeeAll.module.css';

/** The link at the end of a list's head: small text in a touch target of full size. */
export const seeAllClass: string = styles.all ?? '';
