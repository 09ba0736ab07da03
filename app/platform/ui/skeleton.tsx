import styles from './skeleton.module.css'

/** A placeholder for a text or a picture that is still loading. `height` and `width` are CSS lengths. */
export function Skeleton({ height, width = '100%' }: { height: string; width?: string }) {
  return <span className={styles.skeleton} style={{ height, width }} aria-hidden="true" />
}

/** Placeholders for lines of text. */
export function SkeletonLines({ count, height = '1.2rem' }: { count: number; height?: string }) {
  return (
    <span className={styles.lines} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Skeleton key={index} height={height} width={index === count - 1 && count > 1 ? '60%' : '100%'} />
      ))}
    </span>
  )
}

/** Announces to screen readers that something is loading. */
export function Loading({ what }: { what: string }) {
  return (
    <p className="visually-hidden" role="status">
      {what}
    </p>
  )
}
