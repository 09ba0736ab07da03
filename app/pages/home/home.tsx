import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { products } from '#shared/api/products.ts'
import { brand } from '#shared/brand.ts'
import { useOrigin } from '../../api/origin.ts'
import { askBriefly, askOnServer } from '../../api/prefetch.ts'
import { ask } from '../../api/query.ts'
import { Band } from '../../ui/band.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ProductCard } from '../shop/product-card.tsx'
import { Banner } from './banner.tsx'
import { ComingEvents, comingEvents } from './coming-events.tsx'
import { Contact } from './contact.tsx'
import styles from './home.module.css'
import { shopData } from './shop-data.ts'
import { Visit } from './visit.tsx'

/** The products that phones show in the first row. Their pictures load first. */
const FIRST_ROW_ON_PHONES = 2

const featured = ask(products.featured, {})

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, featured, comingEvents)
export const clientLoader = () => askBriefly(featured, comingEvents)

/** The home page: banner, chosen products or best sellers, the next events, contact and visit. */
export default function Home() {
  const { data: shown = [] } = useQuery(featured)
  return (
    <div className={styles.home}>
      <PageHead path="/" data={shopData(useOrigin())} />
      <Banner />
      <div className={styles.page}>
        <Band
          size="small"
          text={`${brand.app} — ${brand.coffeeRoasters}`}
          to={brand.links.app}
          label={brand.app}
        />
        <section className={styles.best} aria-labelledby="on-the-wall">
          <h2 id="on-the-wall" className={styles.title}>
            On the wall now
          </h2>
          <ul className={styles.wall}>
            {shown.map((product, index) => (
              <li key={product._id}>
                <ProductCard product={product} level="h3" priority={index < FIRST_ROW_ON_PHONES} />
              </li>
            ))}
          </ul>
          <div className={styles.intro}>
            <p>{brand.welcome}</p>
            <ButtonLink to={brand.links.shop}>See the coffees</ButtonLink>
          </div>
        </section>
        <ComingEvents />
        <Contact />
        <Visit />
      </div>
    </div>
  )
}
