import type { CSSProperties } from 'react'
import { brand } from '#shared/brand.ts'
import { Enlarge } from '../../ui/enlarge.tsx'
import { LazyPicture } from '../../ui/lazy-picture.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useViewerUrl } from '../../ui/viewer-url.ts'
import { Viewer } from '../../ui/viewer.tsx'
import styles from './gallery.module.css'
import { COLUMNS, MAT, placeInColumns } from './columns.ts'
import { PICTURES } from './pictures.ts'

/** The aspect ratio of the empty frame at the end. */
const EMPTY = { width: 4, height: 5 }

const POSITIONS = placeInColumns([...PICTURES, EMPTY])

const VIEWER_PICTURES = PICTURES.map((facts, index) => ({
  facts,
  number: `No. ${String(index + 1).padStart(2, '0')}`,
  caption: facts.alt,
}))

/** The gallery: 23 pictures, each a link to a large version. */
export default function Gallery() {
  const viewer = useViewerUrl('image', PICTURES.length)
  return (
    <>
      <PageHead
        title="Gallery"
        description={`Twenty-three pictures of ${brand.roasters}: the bar, the cups, the beans and the light in ${brand.place.city}, ${brand.place.state}.`}
        path="/gallery"
        picture={PICTURES[0]}
      />
      <PageTitle title="Gallery">Life is the biggest photo frame.</PageTitle>
      <div className={styles.room}>
        <ol className={styles.wall}>
          {PICTURES.map((facts, index) => {
            // The first picture of each column is loaded with the page.
            const GalleryPicture = index < COLUMNS ? Picture : LazyPicture
            return (
              <li
                key={facts.src}
                id={`image-${index + 1}`}
                className={styles.item}
                style={styleOf(POSITIONS[index])}
              >
                <Enlarge picture={facts} className={styles.frame} open={() => viewer.show(index)}>
                  <GalleryPicture
                    of={facts}
                    sizes={SIZES}
                    priority={index === 0}
                    alt={`Image ${index + 1}: ${facts.alt}`}
                  />
                </Enlarge>
                <p className={styles.number} aria-hidden="true">
                  {index + 1}
                </p>
              </li>
            )
          })}
          <EmptyFrame />
        </ol>
      </div>
      <Viewer
        label="Pictures of the gallery"
        pictures={VIEWER_PICTURES}
        at={viewer.at}
        onShow={viewer.show}
        onClose={viewer.close}
      />
    </>
  )
}

/** An empty frame in the place of a 24th picture. */
function EmptyFrame() {
  return (
    <li className={styles.item} style={styleOf(POSITIONS.at(-1))}>
      <div className={styles.empty}>
        <p>
          This one is kept for you.
          <br />
          Come in, and bring a camera.
        </p>
      </div>
    </li>
  )
}

function styleOf(position: (typeof POSITIONS)[number] | undefined): CSSProperties {
  return {
    '--mat-part': MAT,
    '--column': position?.column,
    '--above': position?.above,
    '--height': position?.height.toFixed(4),
  } as CSSProperties
}

const SIZES = '(min-width: 87.5rem) 25rem, (min-width: 48rem) 27vw, 80vw'
