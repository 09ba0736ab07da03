import { ROASTS } from '#shared/kernel/categories.ts'
import styles from './rating.module.css'

/** The names of the ratings 1 to 5. */
export const RATING_NAMES = ['Poor', 'Fair', 'Good', 'Very Good', 'Excellent'] as const

/** A rating as stars and as text. */
export function Rating({ of: rating, children }: { of: number; children?: string }) {
  const full = Math.round(rating)
  return (
    <span className={`wraps align-middle lining ${styles.rating}`}>
      <span className={styles.stars} aria-hidden="true">
        {'★'.repeat(full)}
        {'☆'.repeat(5 - full)}
      </span>
      {children ?? `${RATING_NAMES[full - 1] ?? ''}, ${full} of 5`}
    </span>
  )
}

/** A roasting level as squares and as text. */
export function RoastingLevel({ level }: { level: number }) {
  return (
    <span className={`wraps align-middle lining ${styles.rating}`}>
      <span className={styles.squares} aria-hidden="true">
        {[1, 2, 3, 4, 5].map((square) => (
          <span key={square} data-full={square <= level || undefined} />
        ))}
      </span>
      {level} of 5, {ROASTS[level]}
    </span>
  )
}
