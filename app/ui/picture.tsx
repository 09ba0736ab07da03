import type { CSSProperties } from 'react'
import { type PictureFacts, srcSet } from '#shared/picture.ts'
import styles from './picture.module.css'

export type PictureProps = {
  of: PictureFacts
  /** The width it is shown at, as in HTML: `(min-width: 60rem) 30vw, 100vw`. */
  sizes: string
  /** For the one picture a page opens with: loaded at once, before others. */
  priority?: boolean
  className?: string
  /** Instead of the picture's own; empty where the text beside it says the same. */
  alt?: string
}

/**
 * A picture in the best format the browser takes, over its blurred placeholder. `className` goes to the
 * img; set `--picture-fit` (cover, contain) and `--picture-at` there rather than object-fit and
 * object-position, so that the placeholder lies exactly where the picture will.
 */
export function Picture({ of: facts, sizes, priority = false, className, alt = facts.alt }: PictureProps) {
  const style: CSSProperties & Record<'--picture-blur', string> = { '--picture-blur': placeholder(facts) }
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

/**
 * The picture itself covers its placeholder, so nothing has to be taken away when it arrives. The SVG
 * gives the few pixels of `blur` the picture's exact ratio, or an edge of them would stay in view.
 */
function placeholder({ blur, width, height }: PictureFacts): string {
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}'>` +
    `<image width='${width}' height='${height}' preserveAspectRatio='none' href='${blur}'/></svg>`
  return `url(data:image/svg+xml,${svg.replace(/[<>' ]/g, encode)})`
}

// encodeURIComponent leaves the apostrophe, which HTML would write in six characters.
function encode(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`
}
