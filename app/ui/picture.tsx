import type { CSSProperties } from 'react'
import { type PictureFacts, srcSet } from '#shared/picture.ts'
import styles from './picture.module.css'

export type PictureProps = {
  of: PictureFacts
  /** The width it is shown at, as in HTML: `(min-width: 62rem) 30vw, 100vw`. */
  sizes: string
  /** For the one picture a page opens with: loaded at once, before others. */
  priority?: boolean
  className?: string
  /** Instead of the picture's own; empty where the text beside it says the same. */
  alt?: string
}

/**
 * A picture in the best format the browser takes, over its blurred placeholder, which it covers when it comes.
 * `className` goes to the img; set `--picture-fit` (cover, contain) and `--picture-at` there rather than object-fit
 * and object-position, so that the placeholder lies exactly where the picture will. A box that contains it also
 * sets `--picture-blur-size`, since the placeholder's few pixels have the picture's ratio only nearly.
 */
export function Picture({ of: facts, sizes, priority = false, className, alt = facts.alt }: PictureProps) {
  // A plain picture: an SVG around it, of the exact ratio, is a document of its own to the browser, 2 ms of work each.
  const style: CSSProperties & Record<`--picture-${'blur' | 'ratio'}`, string | number> = {
    '--picture-blur': facts.blur ? `url(${facts.blur})` : 'none',
    '--picture-ratio': Math.round((facts.width / facts.height) * 1000) / 1000,
  }
  return (
    <picture className={styles.picture}>
      <source type="image/avif" srcSet={srcSet(facts, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(facts, 'webp')} sizes={sizes} />
      {/* `loading` stands before `src`, or some browsers start to load before they read it. */}
      <img
        className={className ? `${styles.image} ${className}` : styles.image}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        width={facts.width}
        height={facts.height}
        alt={alt}
        style={style}
        src={facts.src}
      />
    </picture>
  )
}
