import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import cupping from '#imagery/drawings/cupping.svg'
import delivery from '#imagery/drawings/delivery.svg'
import cup from '#imagery/drawings/empty-cup.svg'
import moka from '#imagery/drawings/moka.svg'
import visitor from '#imagery/drawings/visitor.svg'
import bag from '#imagery/photos/bag_06.jpg?picture'
import brewer from '#imagery/photos/goods_brewer.jpg?picture'
import print from '#imagery/photos/goods_print_arches.jpg?picture'
import { departments } from '#shared/content/api/departments.ts'
import { ART_SHOW, COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { isPageOpen } from '#shared/platform/part-pages.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { ask } from '#app/platform/api/query.ts'
import { Framed, FramedPicture } from '#app/platform/ui/framed.tsx'
import { Illustration } from '#app/platform/ui/illustration.tsx'
import styles from './home.module.css'

/** The query of the section, for the page's loader. */
export const departmentList = ask(departments.list, {})

/** How many departments are shown; the shop lists all. */
const SHOWN = 4

/** Everything that the shop has, as framed pictures with names. */
export function Range() {
  const { data: all = [] } = useQuery(departmentList)
  const shown = all.filter(({ products }) => products > 0).slice(0, SHOWN)
  return (
    <section className="stack-3" aria-labelledby="range">
      <h2 id="range" className={styles.title}>
        Everything here
      </h2>
      <ul className={`grid ${styles.range}`}>
        {shown.map(({ _id, slug, name, categories }) => (
          <Tile key={_id} name={name} to={`/shop/${slug}`} of={pictureOf(categories)} />
        ))}
        {shown.length === 0 ? <Tile name="Shop" to="/shop" of={bag} /> : null}
        <Tile name="Subscribe" to="/subscribe" of={delivery} />
        <Tile name="Gift cards" to="/gift-cards" of={cup} />
        <Tile name="Events" to="/events" of={cupping} />
        <Tile name="Find your coffee" to="/find-your-coffee" of={moka} />
        <Tile name="Search" to="/shop#keyword" of={visitor} />
      </ul>
    </section>
  )
}

/** Nothing if its part of the shop is off. @param of a photograph, or the URL of a drawing */
function Tile({ name, to, of }: { name: string; to: string; of: PictureFacts | string }) {
  if (!isPageOpen(to, useBusiness().parts)) return null
  return (
    <li>
      <Link to={to} className={`grid packed ${styles.tile}`}>
        {typeof of === 'string' ? (
          <Framed className={styles.drawing}>
            <Illustration of={of} />
          </Framed>
        ) : (
          <FramedPicture of={of} sizes="(min-width: 62rem) 11vw, 22vw" alt="" className={styles.drawing} />
        )}
        <span className="label break-words">{name}</span>
      </Link>
    </li>
  )
}

function pictureOf(categories: readonly string[]): PictureFacts {
  if (categories.includes(COFFEE_BEANS)) return bag
  return categories.includes(ART_SHOW) ? print : brewer
}
