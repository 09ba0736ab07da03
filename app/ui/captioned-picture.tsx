import type { PictureFacts } from '#shared/picture.ts'
import { Framed } from './framed.tsx'
import styles from './captioned-picture.module.css'
import { Picture } from './picture.tsx'

type CaptionedPictureProps = {
  of: PictureFacts
  /** The width it is shown at, as in HTML. */
  sizes: string
  priority?: boolean
  /** What it shows, on the label below it, and what there is to say of it. */
  place?: string
  notes?: string
  className?: string
}

/** A wide picture of the house in its own ratio: framed, with a mat, and a museum label where there is one. */
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
