import type { PictureFacts } from '#shared/picture.ts'
import { Framed } from './framed.tsx'
import styles from './captioned-picture.module.css'
import { Picture } from './picture.tsx'

type CaptionedPictureProps = {
  of: PictureFacts
  /** The displayed width, in the format of HTML's `sizes` attribute. */
  sizes: string
  priority?: boolean
  /** The caption below the picture: what the picture shows, and a note in italics. */
  place?: string
  notes?: string
  className?: string
}

/** A wide picture of the shop in its own aspect ratio, framed, with an optional caption. */
export function CaptionedPicture({
  of: facts,
  sizes,
  priority,
  place,
  notes,
  className,
}: CaptionedPictureProps) {
  const framed = (
    <Framed className={styles.frame}>
      <Picture of={facts} sizes={sizes} priority={priority} className={styles.picture} />
    </Framed>
  )
  if (!place) return <div className={className}>{framed}</div>
  return (
    <figure className={className}>
      {framed}
      <figcaption className={styles.caption}>
        <span className={styles.place}>{place}</span> <em>{notes}</em>
      </figcaption>
    </figure>
  )
}
