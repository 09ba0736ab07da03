import { Link } from 'react-router'
import type { Coffee } from '#shared/catalog/api/coffees.ts'
import { counted } from '#shared/kernel/counts.ts'
import { compareQuery } from '#shared/platform/compared.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { accentStyle, titleOf } from '#app/catalog/shop/product-card.tsx'
import { ANY_COFFEE, useRoastDay } from '#app/platform/orders/delivery-note.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import styles from './compare.module.css'
import { rowsOf, type Row } from './traits.ts'

/** The address of the page that compares these coffees. */
export const pathTo = (coffees: readonly Coffee[]) =>
  `/compare${compareQuery(coffees.map(({ slug, _id }) => slug || _id))}`

/** One to three coffees side by side, with what is the same for all folded below. A phone shows the first two. */
export function CompareTable({ coffees }: { coffees: readonly Coffee[] }) {
  const [days, toOrder] = [useRoastDay(ANY_COFFEE), useRoastDay(ROASTED_TO_ORDER)]
  const { different, same } = rowsOf(coffees, ({ isRoastedToOrder }) => (isRoastedToOrder ? toOrder : days))
  return (
    <>
      <table className={`full-width break-words ${styles.table}`} aria-label="Coffees compared">
        <Head coffees={coffees} />
        <tbody>
          <tr aria-hidden="true">
            <td className={styles.corner}>
              <span className="visually-hidden">Bag</span>
            </td>
            {coffees.map((coffee) => (
              <td key={coffee._id} style={accentStyle(coffee)}>
                <FramedPicture of={coffee.pictures.image} alt="" sizes={SIZES} className={styles.bag} />
              </td>
            ))}
          </tr>
          {different.map((row) => (
            <TableRow key={row.name} row={row} coffees={coffees} />
          ))}
        </tbody>
      </table>
      <Hidden coffees={coffees} />
      {same.length > 0 ? <Same rows={same} /> : null}
    </>
  )
}

const ROASTED_TO_ORDER = ANY_COFFEE.map((coffee) => ({ ...coffee, isRoastedToOrder: true }))

const SIZES = '(min-width: 48rem) 12rem, 40vw'

function Head({ coffees }: { coffees: readonly Coffee[] }) {
  return (
    <thead className="paper">
      <tr>
        <td className={styles.corner}>
          <span className="visually-hidden">Fact</span>
        </td>
        {coffees.map((coffee) => {
          const { title, place } = titleOf(coffee)
          return (
            <th key={coffee._id} scope="col" style={accentStyle(coffee)}>
              <Link to={productPath(coffee)} className={styles.name}>
                {title}
                {place ? <span className={styles.place}> {place}</span> : null}
              </Link>
              <br />
              <Link
                to={pathTo(coffees.filter((other) => other !== coffee))}
                className={`reach small ${styles.remove}`}
                aria-label={`Remove ${coffee.name}`}
                preventScrollReset
              >
                Remove
              </Link>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function TableRow({ row: { name, cells }, coffees }: { row: Row; coffees: readonly Coffee[] }) {
  return (
    <tr>
      <th scope="row" className="label soft">
        {name}
      </th>
      {coffees.map(({ _id }, index) => (
        <td key={_id} className="lining pre-line">
          <Cell text={cells[index]!} />
        </td>
      ))}
    </tr>
  )
}

function Cell({ text }: { text: string }) {
  return text ? text : <span className="soft italic">not known</span>
}

/** On phones: the third coffee, which can take the place of one of the two that are shown. */
function Hidden({ coffees: [first, second, third] }: { coffees: readonly Coffee[] }) {
  if (!first || !second || !third) return null
  return (
    <div className={`pad-top-2 ${styles.hidden}`}>
      <p>Also chosen: {third.name}</p>
      <p className="row-0-2">
        <Link to={pathTo([third, second, first])} className="reach" preventScrollReset>
          Show it instead of {first.name}
        </Link>
        <Link to={pathTo([first, third, second])} className="reach" preventScrollReset>
          Show it instead of {second.name}
        </Link>
      </p>
    </div>
  )
}

function Same({ rows }: { rows: readonly Row[] }) {
  return (
    <Disclosure summary={`The same for all: ${counted(rows.length, 'fact')}`} className="above-2">
      <dl className={`lining break-words pad-y-1 ${styles.same}`}>
        {rows.map(({ name, cells: [text = ''] }) => (
          <div key={name}>
            <dt className="label soft">{name}</dt>
            <dd className="pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}
