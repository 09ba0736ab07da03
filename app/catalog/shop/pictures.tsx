import { useRef, useState } from 'react'
import type { Product } from '#shared/catalog/api/products.ts'
import { Enlarge } from '#app/platform/ui/enlarge.tsx'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import { Viewer } from '#app/platform/ui/viewer.tsx'
import { useViewerUrl } from '#app/platform/ui/viewer-url.ts'
import styles from './pictures.module.css'

/**
 * The one or two pictures of a product: a row that scrolls, with thumbnails below it. Each picture opens in its full
 * size.
 */
export function Pictures({ product }: { product: Product }) {
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const shown = [product.pictures.image, product.pictures.secondImage].filter((facts) => facts !== null)
  const viewer = useViewerUrl('picture', shown.length)
  const show = (index: number) => {
    const width = strip.current?.clientWidth ?? 0
    strip.current?.scrollTo({ left: index * width, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
  }
  if (shown.length === 0) return <FramedPicture of={null} sizes={SIZES} className={styles.single} />
  const isOne = shown.length === 1
  return (
    <section className={`stack-2 may-shrink ${styles.pictures}`} aria-label="Pictures">
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
                style={{ viewTransitionName: index === at ? 'product-picture' : undefined }}
              />
            </Enlarge>
          </li>
        ))}
      </ul>
      {isOne ? null : (
        <ul className={`flex gap-1 ${styles.choices}`}>
          {shown.map((facts, index) => (
            <li key={facts.src}>
              <button
                type="button"
                className={styles.choice}
                aria-label={`Show picture ${index + 1} of ${shown.length}`}
                aria-current={index === at || undefined}
                onClick={() => show(index)}
              >
                <Picture of={facts} sizes="5rem" alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
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

function nearest({ scrollLeft, clientWidth }: HTMLElement): number {
  return Math.round(scrollLeft / Math.max(clientWidth, 1))
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

const SIZES = '(min-width: 75rem) 38vw, (min-width: 48rem) 40vw, 75vw'
