import type { Artist } from '#shared/catalog/api/artshow.ts'
import { Enlarge } from '#app/platform/ui/enlarge.tsx'
import { Framed } from '#app/platform/ui/framed.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import styles from './work.module.css'

type ArtistPicture = Artist['pictures']['main'][number]

/** One uncropped work in a square frame. Pressing it opens the viewer. */
export function Work({
  work: { file, facts },
  sizes,
  priority,
  enlarge,
}: {
  work: ArtistPicture
  sizes: string
  priority?: boolean
  enlarge: (file: string) => void
}) {
  // Without facts, the size of the picture is unknown. This is no problem, because the frame has a fixed size.
  if (!facts)
    return (
      <Framed className={styles.frame}>
        <img src={`/uploads/${file}`} alt="" loading="lazy" className={styles.picture} />
      </Framed>
    )
  return (
    <Enlarge picture={facts} className={styles.work} open={() => enlarge(file)}>
      <Framed className={styles.frame}>
        <Picture of={facts} sizes={sizes} priority={priority} className={styles.picture} />
      </Framed>
    </Enlarge>
  )
}
