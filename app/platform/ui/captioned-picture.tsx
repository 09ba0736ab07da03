import type { CSSProperties } from 'react'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { Framed } from './framed.tsx'
import styles from './captioned-picture.module.css'
import { Picture } from './picture.tsx'

type CaptionedPictureProps = {
  /** If it has `at` and `ratio` (shared/platform/site-pages/slots.ts), it is cropped to the ratio around the focal point. */
  of: PictureFacts & { at?: string; ratio?: number | null }
  /** The displayed width, in the format of HTML's `sizes` attribute. */
  sizes: string
  priority?: boolean
  /** The caption below the picture: what the picture shows, and a note in italics. */
  place?: string
  notes?: string
  className?: string
}

/** A wide picture of the shop, framed, with an optional caption. */
export function CaptionedPicture({
  of: facts,
  sizes,
  priority,
  place,
  notes,
  className,
}: CaptionedPictureProps) {
  const framed = (
    <Framed className={styles.frame} style={cropOf(facts)}>
      <Picture
        of={facts}
        sizes={sizes}
        priority={priority}
        className={facts.ratio ? `${styles.picture} ${styles.cropped}` : styles.picture}
      />
    </Framed>
  )
  if (!place) return <div className={className}>{framed}</div>
  return (
    <figure className={className}>
      {framed}
      <figcaption className="facts-line pad-top-2 small">
        <span className="caps">{place}</span> <em>{notes}</em>
      </figcaption>
    </figure>
  )
}

/** Custom properties of a picture that is cropped around its focal point; undefined for its own aspect ratio. */
export function cropOf(facts: { at?: string; ratio?: number | null } | null): CSSProperties | undefined {
  const { at, ratio } = facts ?? {}
  return ratio ? ({ '--picture-at': at, '--picture-crop': ratio } as CSSProperties) : undefined
}
