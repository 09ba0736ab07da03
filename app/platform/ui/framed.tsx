import type { CSSProperties, ReactNode } from 'react'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import styles from './framed.module.css'
import { Picture } from './picture.tsx'

/** A frame: a thin line and a wide mat around its content. */
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

/** An uncropped picture in a 4:5 frame; an empty frame if there is no picture. */
export function FramedPicture({
  of: facts,
  sizes,
  priority,
  isLater,
  alt,
  className,
  style,
}: {
  of: PictureFacts | null
  sizes: string
  priority?: boolean
  isLater?: boolean
  alt?: string
  className?: string
  style?: CSSProperties
}) {
  return (
    <Framed className={className} style={style}>
      {facts ? (
        <Picture
          of={facts}
          sizes={sizes}
          priority={priority}
          isLater={isLater}
          alt={alt}
          className={styles.picture}
        />
      ) : (
        <div className={styles.empty} />
      )}
    </Framed>
  )
}
