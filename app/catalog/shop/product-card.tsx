import { Link } from 'react-router'
import { useState, type CSSProperties, type ReactNode } from 'react'
import type { Product } from '#shared/catalog/api/products.ts'
import { firstSentence } from '#shared/catalog/description.ts'
import { materialOrArtist } from '#shared/catalog/material-or-artist.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { defaultGrind } from '#shared/platform/grinds.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { ACCENTS, accentOf, type Accent } from '#shared/catalog/accents.ts'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { keyOf, useCart } from '#app/platform/cart/store.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { CheckoutLink } from './checkout-link.tsx'
import styles from './product-card.module.css'

/** A product in a list: its framed picture, with name, price and a note below. */
export function ProductCard({
  product,
  priority = false,
  level: Heading = 'h2',
}: {
  product: Product
  priority?: boolean
  level?: 'h2' | 'h3'
}) {
  const { title, place } = titleOf(product)
  const note = noteOf(product)
  return (
    <article className={styles.card} style={accentStyle(product)}>
      <FramedPicture of={product.pictures.image} sizes={SIZES} priority={priority} />
      <div className={`pad-top-2 ${styles.caption}`}>
        <div className="row-0-2 apart">
          <Heading className={`may-shrink break-words ${styles.name}`}>
            <Link to={productPath(product)} className={styles.link}>
              {title}
              {place ? <span className={styles.place}> {place}</span> : null}
            </Link>
          </Heading>
          <p className={styles.price}>
            <Price of={product} />
          </p>
        </div>
        {note ? <p className={`soft break-words ${styles.notes}`}>{note}</p> : null}
        {product.category === COFFEE_BEANS ? (
          <p className={`soft small ${styles.form}`}>{firstForm(product)}</p>
        ) : null}
        {product.sizes.every(({ countInStock }) => countInStock === 0) ? (
          <p className={`italic ${styles.sold}`}>Sold out</p>
        ) : null}
        <QuickAdd product={product} title={product.name} />
      </div>
    </article>
  )
}

/** The tasting notes; of a coffee without them, the first sentence of its description; of goods, material or artist. */
function noteOf(product: Product): string {
  const { category, cuppingNote, description } = product
  return cuppingNote || (category === COFFEE_BEANS ? firstSentence(description) : materialOrArtist(product))
}

/** What the button of a list adds to the cart: `12 oz, whole bean`. */
export function firstForm({ category, sizes }: Product): string {
  return [sizes[0]!.label, category === COFFEE_BEANS ? 'whole bean' : ''].filter(Boolean).join(', ')
}

/** The price, or the lowest one if the sizes have different prices. */
export function Price({ of: { price, sizes } }: { of: Product }) {
  const lowest = Math.min(...sizes.map((size) => size.price))
  const isSame = sizes.every((size) => size.price === price)
  return (
    <>
      {isSame ? null : 'from '}
      <Money dollars={lowest} />
    </>
  )
}

/** Splits the name as on the bag: the country is the title in capitals, and the place is in italics. */
export function titleOf({ name, origin }: Pick<Product, 'name' | 'origin'>): {
  title: string
  place: string
} {
  const country = origin.split(',')[0] ?? ''
  return country && name.startsWith(`${country} `)
    ? { title: country, place: name.slice(country.length + 1) }
    : { title: name, place: '' }
}

const SIZES = '(min-width: 48rem) 20vw, 44vw'

/**
 * Adds one piece of a product to the cart from a list, in its first size and whole bean, and confirms it in place.
 * @param children shown until it is in the cart
 */
export function QuickAdd({
  product,
  title,
  look = 'line',
  children = null,
}: {
  product: Product
  title: string
  look?: 'line' | 'solid'
  children?: ReactNode
}) {
  const { _id, category, sizes } = product
  const key = keyOf({ _id, sizeId: sizes[0]!.id, grind: defaultGrind(category) })
  const inCart = useCart().cartItems.find((item) => keyOf(item) === key)?.qty ?? 0
  const isFull = inCart >= product.countInStock
  const [isAdding, setAdding] = useState(false)
  if (product.countInStock === 0) return children
  const add = async () => {
    setAdding(true)
    // The pricing code is loaded only when it is needed, because most visitors of a list do not buy.
    const cart = await import('#app/platform/cart/cart.ts').catch(() => null)
    setAdding(false)
    if (cart === null) {
      // Browsers do not load code again after a failure, until the page is loaded again.
      toast.error(`No connection. ${title} is not in your cart yet. Reload the page and try again`)
      return
    }
    cart.addToCart(product, inCart + 1)
    announce(`${title} is in your cart: ${inCart + 1}`)
  }
  const label = inCart === 0 ? 'Add to cart' : isFull ? 'All in your cart' : 'Add another'
  return (
    <div className={`grid items-left ${styles.add}`}>
      <Button
        look={look}
        aria-disabled={isFull}
        busy={isAdding}
        onClick={() => void add()}
        aria-label={`${label}: ${title}`}
      >
        {label}
      </Button>
      <InCart count={inCart}>{children}</InCart>
    </div>
  )
}

/** How many pieces are in the cart, and the ways on. Its line is reserved, so that nothing moves. */
function InCart({ count, children }: { count: number; children: ReactNode }) {
  return (
    <p className={`target flex wraps ${styles.inCart}`}>
      {count === 0 ? (
        children
      ) : (
        <>
          <Link to="/cart" className="reach italic lining">
            {count} in <span className={styles.your}>your </span>cart
          </Link>
          <CheckoutLink className="reach" />
        </>
      )}
    </p>
  )
}

/**
 * Sets `--accent` to the color of a coffee, lighter at night. Other goods have none, so style sheets need a fallback. Browsers
 * without `light-dark` ignore it too.
 */
export function accentStyle(
  product: Pick<Product, 'category' | 'accent' | 'cuppingNote' | 'roastingLevel'>,
): CSSProperties | undefined {
  if (product.category !== COFFEE_BEANS) return undefined
  return { '--accent': accentColor(accentOf(product)) } as CSSProperties
}

/** An accent color by day, and lighter at night. Inline, because the build rewrites `light-dark` in style sheets. */
export function accentColor(accent: Accent): string {
  const color = ACCENTS[accent]
  return `light-dark(${color}, color-mix(in srgb, ${color} 45%, #f4efe6))`
}
