import type { CSSProperties } from 'react'
import { brand } from '#shared/brand.ts'
import { Enlarge } from '../../ui/enlarge.tsx'
import { NearPicture } from '../../ui/near-picture.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useViewerAddress } from '../../ui/viewer-address.ts'
import { Viewer } from '../../ui/viewer.tsx'
import styles from './gallery.module.css'
import { COLUMNS, MAT, hang } from './hanging.ts'
import { PICTURES } from './pictures.ts'

/** The ratio of the last frame, which is empty: what it shows depends on who comes. */
const EMPTY = { width: 4, height: 5 }

const HOOKS = hang([...PICTURES, EMPTY])

const VIEWED = PICTURES.map((facts, index) => ({
  facts,
  number: `No. ${String(index + 1).padStart(2, '0')}`,
  caption: facts.alt,
}))

/** The walls of the house: 23 pictures, each a link to itself in large. */
export default function Gallery() {
  const viewer = useViewerAddress('image', PICTURES.length)
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
            // The first of each column are there with the page.
            const Hung = index < COLUMNS ? Picture : NearPicture
            return (
              <li
                key={facts.src}
                id={`image-${index + 1}`}
                className={styles.item}
                style={styleOf(HOOKS[index])}
              >
                <Enlarge picture={facts} className={styles.frame} open={() => viewer.show(index)}>
                  <Hung
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
        pictures={VIEWED}
        at={viewer.at}
        onShow={viewer.show}
        onClose={viewer.close}
      />
    </>
  )
}

/** Kept in the room of a 24th picture. */
function EmptyFrame() {
  return (
    <li className={styles.item} style={styleOf(HOOKS.at(-1))}>
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

function styleOf(hook: (typeof HOOKS)[number] | undefined): CSSProperties {
  return {
    '--mat-part': MAT,
    '--column': hook?.column,
    '--above': hook?.above,
    '--height': hook?.height.toFixed(4),
  } as CSSProperties
}

const SIZES = '(min-width: 87.5rem) 25rem, (min-width: 48rem) 27vw, 80vw'
