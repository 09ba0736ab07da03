import type { CSSProperties, ReactNode } from 'react'
import type { PictureFacts } from '#shared/picture.ts'
import styles from './framed.module.css'
import { Picture } from './picture.tsx'

/** A thin ink line and a wide mat around what hangs in it. */
export function Framed({
  className = '',
  style,
  children,
}: {
  className?: string
  style?: CSSProperties
  children?: ReactNode
}) {
  return (
    <div className={`${styles.framed} ${className}`} style={style}>
      {children}
    </div>
  )
}

/** A picture in its frame, whole, in the 4:5 of the house; an empty frame where there is none. */
export function FramedPicture({
  of: facts,
  sizes,
  priority,
  alt,
  className,
  style,
}: {
  of: PictureFacts | null
  sizes: string
  priority?: boolean
  alt?: string
  className?: string
  style?: CSSProperties
}) {
  return (
    <Framed className={className} style={style}>
      {facts ? (
        <Picture of={facts} sizes={sizes} priority={priority} alt={alt} className={styles.picture} />
      ) : (
        <div className={styles.empty} />
      )}
    </Framed>
  )
}
