import styles from './skeleton.module.css'

/** Where text or a picture will be. Heights are CSS lengths; nothing moves when the real thing comes. */
export function Skeleton({ height, width = '100%' }: { height: string; width?: string }) {
  return <span className={styles.bone} style={{ height, width }} aria-hidden="true" />
}

/** Lines of text to come. */
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

/** Says once, to those who listen, that something is on its way. */
export function Loading({ what }: { what: string }) {
  return (
    <p className="visually-hidden" role="status">
      {what}
    </p>
  )
}
