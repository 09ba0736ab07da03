import type { ReactNode } from 'react'
import { Framed } from './framed.tsx'
import styles from './illustration.module.css'

/**
 * One of the drawings in imagery/drawings, as wide as the element around it. Its rules and a description of each are
 * in the README there.
 */
export function Illustration({
  of: src,
  alt = '',
  priority = false,
}: {
  /** The URL: `import pour from '#imagery/drawings/pour.svg'`. */
  of: string
  /** What the drawing shows. Empty if it only decorates. */
  alt?: string
  /** For a drawing that is visible at once: loads it before other pictures. */
  priority?: boolean
}) {
  return (
    <img
      className="full-width"
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      width={800}
      height={1000}
      alt={alt}
      src={src}
    />
  )
}

/** What is shown instead of an empty list: a framed drawing, and beside it the reason and links to other pages. */
export function EmptyState({ drawing, children }: { drawing: string; children: ReactNode }) {
  return (
    <div className={`grid ${styles.empty}`}>
      <Framed className={styles.frame}>
        <Illustration of={drawing} />
      </Framed>
      <div className="stack-2 items-left">{children}</div>
    </div>
  )
}
