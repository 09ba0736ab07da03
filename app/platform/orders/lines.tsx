import { Link } from 'react-router'
import type { Order } from '#shared/checkout/api/orders.ts'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { lineVariant } from '#shared/kernel/sizes.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import styles from './lines.module.css'
import { formatDate } from '#shared/kernel/dates.ts'

type Line = {
  product: string
  slug?: string
  name: string
  qty: number
  price: number
  /** The discount of all pieces together, in dollars. */
  discount?: number
  size: number | null
  sizeLabel: string
  grind: string
  note: string
  /** The lots of the bags of an order; a cart has none. */
  lots?: Order['orderItems'][number]['lots']
  picture: PictureFacts | null
}

/** The size and grind of a line, and its material or artist. */
function Variant({ of: line }: { of: Line }) {
  const text = [lineVariant(line), line.note].filter(Boolean).join(', ')
  return text ? <span className={styles.note}>{text}</span> : null
}

/** The lines of an order, each with a small picture, name, quantity and price. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li
          key={`${line.product} ${lineVariant(line)}`}
          className={`align-middle pad-y-2 rule-below ${styles.line}`}
        >
          <FramedPicture of={line.picture} sizes="5rem" alt="" className={styles.frame} />
          <div className={styles.label}>
            {line.product === 'gift-card' ? (
              line.name
            ) : (
              <Link to={productPath({ _id: line.product, slug: line.slug })}>{line.name}</Link>
            )}
            <Variant of={line} />
            {line.lots ? <LotNotes lots={line.lots} className={styles.note} /> : null}
            {line.discount ? (
              <span className={styles.note}>
                <Money dollars={line.discount} /> off
              </span>
            ) : null}
          </div>
          <p className={`flex apart gap-2 figures ${styles.sum}`}>
            <span className="soft">
              {line.qty} × <Money dollars={line.price} />
            </span>
            <Money dollars={toDollars(toCents(line.price) * line.qty)} />
          </p>
        </li>
      ))}
    </ul>
  )
}

type Lots = Order['orderItems'][number]['lots']

/**
 * When the coffee of a line was roasted, with links to the pages of its lots: `Roasted Nov 27, 2026, lot 261127-A`.
 */
export function LotNotes({ lots, className }: { lots: Lots; className?: string | undefined }) {
  return lots.map((lot) => (
    <span key={lot.code} className={className}>
      {lots.length > 1 ? `${lot.qty} bags: ` : ''}Roasted {formatDate(lot.roastedOn, 'shortDay')},{' '}
      <Link to={`/lots/${lot.code}`}>lot {lot.code}</Link>
    </span>
  ))
}

/** The same as plain text, for printing. */
export function lotText({ code, roastedOn }: Lots[number]): string {
  return `Roasted ${formatDate(roastedOn, 'shortDay')}, lot ${code}`
}
