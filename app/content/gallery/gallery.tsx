import type { CSSProperties } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { SitePageContent } from '#shared/platform/site-pages/pages.ts'
import type { ShownPicture } from '#shared/platform/site-pages/slots.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { contentOf, PageContent } from '#app/platform/site-pages/page-content.tsx'
import { Enlarge } from '#app/platform/ui/enlarge.tsx'
import { LazyPicture } from '#app/platform/ui/lazy-picture.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import { useViewerUrl } from '#app/platform/ui/viewer-url.ts'
import { Viewer } from '#app/platform/ui/viewer.tsx'
import styles from './gallery.module.css'
import { COLUMNS, MAT, NARROW_COLUMNS, placeInColumns, type Position } from './columns.ts'

/** The aspect ratio of the empty frame at the end. */
const EMPTY = { width: 4, height: 5 }

const content = contentOf('gallery')

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, content)
export const clientLoader = () => askBriefly(content)

/** The gallery: pictures in three columns, on phones in two, each a link to a large version. */
export default function Gallery() {
  return <PageContent of="gallery">{(texts) => <GalleryPage texts={texts} />}</PageContent>
}

function GalleryPage({
  texts: { title, tagline, pictures: listed, last, description },
}: {
  texts: SitePageContent<'gallery'>
}) {
  const pictures = listed.flatMap(({ picture }) => picture ?? [])
  const all = last ? [...pictures, EMPTY] : pictures
  const [wide, narrow] = [COLUMNS, NARROW_COLUMNS].map((columns) => placeInColumns(all, columns))
  const viewer = useViewerUrl('image', pictures.length)
  return (
    <>
      <PageHead title={title} description={description} path="/gallery" picture={pictures[0]} />
      <PageTitle title={title}>{tagline}</PageTitle>
      <div className={styles.room}>
        <ol className={`grid ${styles.wall}`}>
          {pictures.map((facts, index) => {
            // The first picture of each column is loaded with the page.
            const GalleryPicture = index < COLUMNS ? Picture : LazyPicture
            return (
              <li
                // oxlint-disable-next-line react/no-array-index-key -- a picture may be in the gallery twice
                key={index}
                id={`image-${index + 1}`}
                className={styles.item}
                style={styleOf(wide![index], narrow![index])}
              >
                <Enlarge picture={facts} className={styles.frame} open={() => viewer.show(index)}>
                  <span className={styles.mat}>
                    <GalleryPicture
                      of={facts}
                      sizes={SIZES}
                      priority={index === 0}
                      alt={`Image ${index + 1}: ${facts.alt}`}
                    />
                  </span>
                </Enlarge>
                <p className={styles.number} aria-hidden="true">
                  {index + 1}
                </p>
              </li>
            )
          })}
          {last ? <EmptyFrame text={last} style={styleOf(wide!.at(-1), narrow!.at(-1))} /> : null}
        </ol>
      </div>
      <Viewer
        label="Pictures of the gallery"
        pictures={pictures.map(inViewer)}
        at={viewer.at}
        onShow={viewer.show}
        onClose={viewer.close}
      />
    </>
  )
}

function inViewer(facts: ShownPicture, index: number) {
  return { facts, number: `No. ${String(index + 1).padStart(2, '0')}`, caption: facts.alt }
}

/** An empty frame after the last picture. */
function EmptyFrame({ text, style }: { text: string; style: CSSProperties }) {
  return (
    <li className={styles.item} style={style}>
      <div className={`grid box lead italic ${styles.empty}`}>
        <p className="pre-line">{text}</p>
      </div>
    </li>
  )
}

function styleOf(wide: Position | undefined, narrow: Position | undefined): CSSProperties {
  return {
    '--mat-part': MAT,
    '--column': wide?.column,
    '--above': wide?.above,
    '--height': wide?.height.toFixed(4),
    '--column-2': narrow?.column,
    '--above-2': narrow?.above,
    '--height-2': narrow?.height.toFixed(4),
  } as CSSProperties
}

const SIZES = '(min-width: 87.5rem) 25rem, (min-width: 48rem) 27vw, 40vw'
