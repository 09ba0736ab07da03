import type { MenuPage } from '#shared/content/api/menu.ts'
import { Carousel } from '#app/platform/ui/carousel.tsx'
import { Enlarge } from '#app/platform/ui/enlarge.tsx'
import { Framed } from '#app/platform/ui/framed.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import { useViewerUrl } from '#app/platform/ui/viewer-url.ts'
import { Viewer } from '#app/platform/ui/viewer.tsx'
import { altText, readCard } from './card.ts'
import styles from './menu.module.css'

/** A carousel of the menu pages as pictures. Pressing a page opens the viewer. */
export function MenuPictures({ pages, sizes }: { pages: MenuPage[]; sizes: string }) {
  const large = pages.flatMap(({ facts, title }) => (facts ? [{ facts, caption: title }] : []))
  const viewer = useViewerUrl('page', large.length)
  return (
    <div className={`may-shrink ${styles.pictures}`}>
      <Carousel
        label="Pages of the menu"
        isNamed
        slides={pages.map((page, index) => ({
          key: page.file,
          label: page.title || `Page ${index + 1}`,
          content: (
            <PageInFrame
              page={page}
              isFirst={index === 0}
              sizes={sizes}
              enlarge={() => viewer.show(large.findIndex(({ facts }) => facts === page.facts))}
            />
          ),
        }))}
      />
      <Viewer
        label="Pages of the menu"
        pictures={large}
        at={viewer.at}
        onShow={viewer.show}
        onClose={viewer.close}
      />
    </div>
  )
}

function PageInFrame({
  page: { file, title, lines, facts },
  isFirst,
  sizes,
  enlarge,
}: {
  page: MenuPage
  isFirst: boolean
  sizes: string
  enlarge: () => void
}) {
  const alt = altText(title || 'A page of the menu', readCard(lines))
  if (!facts)
    return (
      <Framed className={styles.frame}>
        <img src={`/uploads/${file}`} alt={alt} className={`full-width ${styles.page}`} loading="lazy" />
      </Framed>
    )
  return (
    <Enlarge picture={facts} className={styles.enlarge} open={() => enlarge()}>
      <Framed className={styles.frame}>
        <Picture
          of={facts}
          sizes={sizes}
          priority={isFirst}
          alt={alt}
          className={`full-width ${styles.page}`}
        />
      </Framed>
    </Enlarge>
  )
}
