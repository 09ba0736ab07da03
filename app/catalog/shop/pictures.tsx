import { useRef, useState, type ReactElement } from 'react'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { ProductSize, ProductWithReviews } from '#shared/catalog/api/products.ts'
import { Enlarge } from '#app/platform/ui/enlarge.tsx'
import { Framed, FramedPicture } from '#app/platform/ui/framed.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import { Viewer } from '#app/platform/ui/viewer.tsx'
import { useViewerUrl } from '#app/platform/ui/viewer-url.ts'
import styles from './pictures.module.css'
import { drawnSize, SizeDrawing } from './size-drawing.tsx'

/**
 * The one or two pictures of a product, and a drawing of its size: a row that scrolls, with thumbnails below it. Each
 * picture opens in its full size.
 */
export function Pictures({ product, chosen }: { product: ProductWithReviews; chosen: ProductSize }) {
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const shown = [product.pictures.image, product.pictures.secondImage].filter((facts) => facts !== null)
  const viewer = useViewerUrl('picture', shown.length)
  const show = (index: number) => {
    const width = strip.current?.clientWidth ?? 0
    strip.current?.scrollTo({ left: index * width, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
  }
  const size = drawnSize(product)
  if (shown.length === 0) return <FramedPicture of={null} sizes={SIZES} className={styles.single} />
  const drawing = size ? <SizeDrawing of={size} chosen={chosen} /> : null
  const thumbnails = [
    ...shown.map((facts) => <Picture key={facts.src} of={facts} sizes="5rem" isLater alt="" />),
    ...(size ? [<SizeDrawing key="size" of={size} chosen={chosen} hasText={false} />] : []),
  ]
  const count = thumbnails.length
  return (
    <section
      className={`stack-2 may-shrink ${styles.pictures}`}
      aria-label="Pictures"
      data-beside={
        count === 1 || product.category === COFFEE_BEANS ? undefined : product.work ? 'work' : 'goods'
      }
    >
      <ul
        ref={strip}
        className={`flex ${styles.strip}`}
        onScroll={({ currentTarget }) => setAt(nearest(currentTarget))}
      >
        {shown.map((facts, index) => (
          <li key={facts.src}>
            <Enlarge picture={facts} className={styles.enlarge} open={() => viewer.show(index)}>
              <FramedPicture
                of={facts}
                sizes={SIZES}
                priority={index === 0}
                isLater={index > 0}
                style={{ viewTransitionName: index === at ? 'product-picture' : undefined }}
              />
            </Enlarge>
          </li>
        ))}
        {drawing ? (
          <li>
            <Framed>{drawing}</Framed>
          </li>
        ) : null}
      </ul>
      {count === 1 ? null : <Thumbnails of={thumbnails} at={at} show={show} />}
      <Viewer
        label={`Pictures of ${product.name}`}
        pictures={shown.map((facts) => ({ facts, caption: facts.alt }))}
        at={viewer.at}
        onShow={viewer.show}
        onClose={viewer.close}
      />
    </section>
  )
}

function Thumbnails({
  of: thumbnails,
  at,
  show,
}: {
  of: ReactElement[]
  at: number
  show: (index: number) => void
}) {
  return (
    <ul className={`row-1 ${styles.choices}`}>
      {thumbnails.map((thumbnail, index) => (
        <li key={thumbnail.key}>
          <button
            type="button"
            className={styles.choice}
            aria-label={`Show picture ${index + 1} of ${thumbnails.length}`}
            aria-current={index === at || undefined}
            onClick={() => show(index)}
          >
            {thumbnail}
          </button>
        </li>
      ))}
    </ul>
  )
}

function nearest({ scrollLeft, clientWidth }: HTMLElement): number {
  return Math.round(scrollLeft / Math.max(clientWidth, 1))
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

const SIZES = '(min-width: 75rem) 27.5rem, (min-width: 48rem) 41vw, 17.6rem'
