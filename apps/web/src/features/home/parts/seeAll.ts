import styles from './SeeAll.module.css';

/** The link at the end of a list's head: small words, a whole thumb's room. */
export const seeAllClass: string = styles.all ?? '';
