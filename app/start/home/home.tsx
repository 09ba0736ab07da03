import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { products } from '#shared/catalog/api/products.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { useOrigin } from '#app/platform/api/origin.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { VacationNote } from '#app/platform/orders/vacation-note.tsx'
import { brand, COMING_SOON } from '#shared/kernel/brand.ts'
import type { SitePageContent } from '#shared/platform/site-pages/pages.ts'
import { contentOf, PageContent } from '#app/platform/site-pages/page-content.tsx'
import { SlotLink } from '#app/platform/site-pages/slot-link.tsx'
import { Band } from '#app/platform/ui/band.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { ProductCard } from '#app/catalog/shop/product-card.tsx'
import { Banner } from './banner.tsx'
import { ComingEvents, comingEvents } from './coming-events.tsx'
import { Contact } from './contact.tsx'
import styles from './home.module.css'
import { shopData } from './shop-data.ts'
import { Visit } from './visit.tsx'

/** The products that phones show in the first row. Their pictures load first. */
const FIRST_ROW_ON_PHONES = 2

const featured = ask(products.featured, {})
const content = contentOf('home')

export const loader = ({ context }: LoaderFunctionArgs) =>
  askOnServer(context, featured, content, comingEvents)
export const clientLoader = () => askBriefly(featured, content, comingEvents)

/** The home page: banner, chosen products or best sellers, the next events, contact and visit. */
export default function Home() {
  return <PageContent of="home">{(texts) => <HomePage texts={texts} />}</PageContent>
}

function HomePage({ texts }: { texts: SitePageContent<'home'> }) {
  const { data: shown = [] } = useQuery(featured)
  return (
    <div className={styles.home}>
      <PageHead path="/" data={shopData(useOrigin(), useBusiness())} />
      <Banner phrases={texts.phrases.map(({ text }) => text)} />
      <VacationNote />
      <div className={styles.page}>
        <Band size="small" {...bandOf(texts, useBusiness().links.app)} />
        <section className={`stack-1 ${styles.best}`} aria-labelledby="on-the-wall">
          <h2 id="on-the-wall" className={styles.title}>
            {texts.wallTitle}
          </h2>
          <ul className={`stack-2 ${styles.wall}`}>
            {shown.map((product, index) => (
              <li key={product._id}>
                <ProductCard product={product} level="h3" priority={index < FIRST_ROW_ON_PHONES} />
              </li>
            ))}
          </ul>
          <div className={`stack-3 items-left ${styles.intro}`}>
            <p>{texts.welcome}</p>
            <SlotLink of={texts.shop} />
          </div>
        </section>
        <ComingEvents />
        <Contact picture={texts.beans} title={texts.wholesaleTitle} text={texts.wholesaleText} />
        <Visit title={texts.visitTitle} pictures={texts.visit} />
      </div>
    </div>
  )
}

/**
 * The moving line. A line that the owner has linked to another page is shown as it is. The line about the app leads to the
 * app, or says that it is coming soon; a text that the owner has changed stays.
 */
function bandOf({ band, bandLink }: SitePageContent<'home'>, app: string) {
  const line = { text: band, to: bandLink?.to, label: bandLink?.label }
  if (bandLink?.to !== COMING_SOON) return line
  if (app) return { ...line, to: app }
  const { app: available, appSoon } = brand
  return band.startsWith(available)
    ? { ...line, text: band.replace(available, appSoon), label: appSoon }
    : line
}
