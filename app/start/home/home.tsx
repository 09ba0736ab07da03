import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { products } from '#shared/catalog/api/products.ts'
import { brand, COMING_SOON } from '#shared/kernel/brand.ts'
import type { SitePageContent } from '#shared/platform/site-pages/pages.ts'
import { ProductCard } from '#app/catalog/shop/product-card.tsx'
import { useBusiness } from '#app/platform/api/business.ts'
import { useOrigin } from '#app/platform/api/origin.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { nextDelivery } from '#app/platform/orders/next-delivery.ts'
import { VacationNote } from '#app/platform/orders/vacation-note.tsx'
import { contentOf, PageContent, SlotLink } from '#app/platform/site-pages/page-content.tsx'
import { Band } from '#app/platform/ui/band.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Banner } from './banner.tsx'
import { ComingEvents, comingEvents } from './coming-events.tsx'
import { Contact } from './contact.tsx'
import { Hero } from './hero.tsx'
import styles from './home.module.css'
import { Praise, praise } from './praise.tsx'
import { departmentList, Range } from './range.tsx'
import { Roasting } from './roasting.tsx'
import { shopData } from './shop-data.ts'
import { Visit } from './visit.tsx'

const featured = ask(products.featured, {})
const content = contentOf('home')

export const loader = ({ context }: LoaderFunctionArgs) =>
  askOnServer(context, featured, content, comingEvents, praise, nextDelivery, departmentList)
export const clientLoader = () =>
  askBriefly(featured, content, comingEvents, praise, nextDelivery, departmentList)

/** The home page: banner and a coffee, more coffees, how they are roasted, everything else the shop has, visit and contact. */
export default function Home() {
  return <PageContent of="home">{(texts) => <HomePage texts={texts} />}</PageContent>
}

function HomePage({ texts }: { texts: SitePageContent<'home'> }) {
  const { data: shown = [] } = useQuery(featured)
  const business = useBusiness()
  const origin = useOrigin()
  const line = bandOf(texts, business.links.app)
  const hero = shown.find(({ sizes }) => sizes.some(({ countInStock }) => countInStock > 0)) ?? shown[0]
  const others = shown.filter((product) => product !== hero)
  return (
    <div className={styles.home}>
      <PageHead path="/" data={import.meta.env.SSR ? shopData(origin, business, texts.welcome) : []} />
      <div className={styles.first}>
        <Banner phrases={texts.phrases.map(({ text }) => text)} />
        {hero ? <Hero product={hero} /> : null}
      </div>
      <VacationNote />
      <div className={styles.page}>
        {line ? <Band size="small" {...line} /> : null}
        <section className="stack-3" aria-labelledby="on-the-wall">
          <h2 id="on-the-wall" className={styles.title}>
            {texts.wallTitle}
          </h2>
          {others.length > 0 ? (
            <ul className={`stack-2 ${styles.strip} ${styles.wall}`}>
              {others.map((product) => (
                <li key={product._id}>
                  <ProductCard product={product} level="h3" />
                </li>
              ))}
            </ul>
          ) : null}
          <div className={`row-2 apart align-bottom ${styles.intro}`}>
            <p className="lead italic">{texts.welcome}</p>
            <SlotLink of={texts.shop} />
          </div>
        </section>
        {business.parts.roastery === 'on' ? <Roasting /> : null}
        <Range />
        <ComingEvents />
        <Praise />
        <Visit title={texts.visitTitle} pictures={texts.visit} />
        <Contact picture={texts.beans} title={texts.wholesaleTitle} text={texts.wholesaleText} />
      </div>
    </div>
  )
}

/**
 * The moving line; null for the line about the app while there is no app. A line that the owner has linked to another page,
 * or whose text is about something else, is shown as it is.
 */
function bandOf({ band, bandLink }: SitePageContent<'home'>, app: string) {
  const line = { text: band, to: bandLink?.to, label: bandLink?.label }
  if (bandLink?.to !== COMING_SOON) return line
  if (app) return { ...line, to: app }
  return band.startsWith(brand.app) ? null : line
}
