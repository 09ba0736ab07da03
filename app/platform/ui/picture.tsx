import type { CSSProperties } from 'react'
import { type PictureFacts, srcSet } from '#shared/kernel/picture.ts'
import styles from './picture.module.css'

export type PictureProps = {
  of: PictureFacts
  /** The displayed width, in the format of HTML's `sizes` attribute: `(min-width: 62rem) 30vw, 100vw`. */
  sizes: string
  /** For the first visible picture of a page: loads it at once and before other pictures. */
  priority?: boolean
  /** For a picture that is not needed yet, such as the next one of a strip: loads it after the others. */
  isLater?: boolean
  className?: string
  /** Replaces the picture's own alt text. Empty if the text beside the picture says the same. */
  alt?: string
}

/**
 * A picture in the best format that the browser supports. A blurred placeholder is shown until the picture has loaded.
 * `className` is for the img element. In that class, set `--picture-fit` (cover, contain) and `--picture-at` instead of
 * object-fit and object-position, so that the placeholder is exactly where the picture will be. With `contain`, also
 * set `--picture-blur-size`, because the aspect ratio of the tiny placeholder is only approximately that of the
 * picture.
 */
export function Picture({
  of: facts,
  sizes,
  priority = false,
  isLater = false,
  className,
  alt = facts.alt,
}: PictureProps) {
  // Not an SVG with the exact aspect ratio: browsers handle each SVG as a separate document, which takes 2 ms.
  const style: CSSProperties & Record<`--picture-${'blur' | 'ratio'}`, string | number> = {
    '--picture-blur': facts.blur ? `url(${facts.blur})` : 'none',
    '--picture-ratio': Math.round((facts.width / facts.height) * 1000) / 1000,
  }
  return (
    <picture className={styles.picture}>
      <source type="image/avif" srcSet={srcSet(facts, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(facts, 'webp')} sizes={sizes} />
      {/* `loading` must come before `src`: some browsers start to load as soon as they read `src`. */}
      <img
        className={className ? `${styles.image} ${className}` : styles.image}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : isLater ? 'low' : undefined}
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
