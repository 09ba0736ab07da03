import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Product } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { accentStyle, firstForm, Price, QuickAdd, titleOf } from '#app/catalog/shop/product-card.tsx'
import { nextDelivery } from '#app/platform/orders/next-delivery.ts'
import { useOrdersPaused } from '#app/platform/orders/vacation-note.tsx'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import styles from './home.module.css'

/** The product of the first screen: a large picture, and its label with the next roast day and the button to buy it. */
export function Hero({ product }: { product: Product }) {
  const { title, place } = titleOf(product)
  const path = productPath(product)
  const roasts = useRoastText(product)
  const isSoldOut = product.sizes.every(({ countInStock }) => countInStock === 0)
  return (
    <article className={`grid ${styles.hero}`} style={accentStyle(product)}>
      <Link to={path} tabIndex={-1} aria-hidden="true">
        <FramedPicture
          of={product.pictures.image}
          sizes={SIZES}
          alt=""
          className={styles.heroFrame}
          priority
        />
      </Link>
      <div className={`grid ${styles.heroLabel}`}>
        <h2 className={`may-shrink break-words ${styles.heroName}`}>
          <Link to={path}>
            {title}
            {place ? <span> {place}</span> : null}
          </Link>
        </h2>
        {product.cuppingNote ? <p className="lead italic break-words">{product.cuppingNote}</p> : null}
        <p className={`lining ${styles.heroPrice}`}>
          <strong>
            <Price of={product} />
          </strong>{' '}
          <span className={`soft small ${styles.heroForm}`}>{firstForm(product)}</span>
        </p>
        {isSoldOut ? <p className="italic">Sold out</p> : null}
        {roasts && !isSoldOut ? <p className={`lining ${styles.roasts}`}>{roasts}</p> : null}
        <div className={`row-1-2 align-middle ${styles.buy}`}>
          <QuickAdd product={product} title={product.name} look="solid">
            <Link to={path} className="reach">
              See this {product.category === COFFEE_BEANS ? 'coffee' : 'piece'}
            </Link>
          </QuickAdd>
        </div>
      </div>
    </article>
  )
}

const SIZES = '(min-width: 62rem) 28vw, (min-width: 36rem) 44vw, 80vw'

/** `Roasts Tuesday, Dec 1`; undefined for other goods and if there is no day. */
function useRoastText({ category, isRoastedToOrder }: Product): string | undefined {
  const { data } = useQuery(nextDelivery)
  const isPaused = useOrdersPaused()
  const day = data?.[isRoastedToOrder ? 'toOrder' : 'coffee'].dates?.roastsOn
  if (category !== COFFEE_BEANS || isPaused || !day) return undefined
  return `Roasts ${formatDate(day, 'weekdayShortMonth')}`
}
