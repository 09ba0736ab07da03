import { Link } from 'react-router'
import type { Order } from '#shared/checkout/api/orders.ts'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { lineVariant } from '#shared/kernel/sizes.ts'
import { FramedPicture } from '../ui/framed.tsx'
import { Money } from '../ui/money.tsx'
import styles from './lines.module.css'
import { LotNotes } from './lot-notes.tsx'

type Line = {
  product: string
  name: string
  qty: number
  price: number
  /** The discount of all pieces together, in dollars. */
  discount?: number
  size: number | null
  sizeLabel: string
  grind: string
  /** The lots of the bags of an order; a cart has none. */
  lots?: Order['orderItems'][number]['lots']
  picture: PictureFacts | null
}

/** The size and grind of a line. */
function Variant({ of: line }: { of: Line }) {
  const text = lineVariant(line)
  return text ? <span className={styles.note}>{text}</span> : null
}

/** The lines of an order, each with a small picture, name, quantity and price. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={`${line.product} ${lineVariant(line)}`} className={styles.line}>
          <FramedPicture of={line.picture} sizes="5rem" alt="" className={styles.frame} />
          <div className={styles.label}>
            {line.product === 'gift-card' ? (
              line.name
            ) : (
              <Link to={`/product/${line.product}`}>{line.name}</Link>
            )}
            <Variant of={line} />
            {line.lots ? <LotNotes lots={line.lots} className={styles.note} /> : null}
            {line.discount ? (
              <span className={styles.note}>
                <Money dollars={line.discount} /> off
              </span>
            ) : null}
          </div>
          <p className={styles.sum}>
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
