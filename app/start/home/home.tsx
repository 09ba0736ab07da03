import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Link } from 'react-router'
import { products } from '#shared/catalog/api/products.ts'
import { useBusiness, type ShownBusiness } from '#app/platform/api/business.ts'
import { useOrigin } from '#app/platform/api/origin.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { VacationNote } from '#app/platform/orders/vacation-note.tsx'
import { brand, COMING_SOON } from '#shared/kernel/brand.ts'
import type { SitePageContent } from '#shared/platform/site-pages/pages.ts'
import { contentOf, PageContent, SlotLink } from '#app/platform/site-pages/page-content.tsx'
import { Band } from '#app/platform/ui/band.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { ProductCard } from '#app/catalog/shop/product-card.tsx'
import { Banner } from './banner.tsx'
import { Contact } from './contact.tsx'
import styles from './home.module.css'
import { Visit } from './visit.tsx'
import bar from '#imagery/photos/home_bar.jpg?picture'
import { nameOfWeekday, weekRows, type Hours } from '#shared/platform/hours.ts'
import { eventPath } from '#shared/platform/record-paths.ts'
import { events } from '#shared/content/api/events.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { seatsText } from '#app/content/events/event-text.ts'

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
          <div className={`stack-3 packed items-left ${styles.intro}`}>
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

/** The schema.org data of the shop: the organization, and the cafe with its opening hours. */
function shopData(origin: string, business: ShownBusiness): object[] {
  const { place, hours, phone, links } = business
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: business.roasters,
    url: `${origin}/`,
    logo: `${origin}/logo.png`,
    email: business.contactEmail,
    slogan: business.tagline,
    ...(links.instagram ? { sameAs: [links.instagram] } : {}),
  }
  const cafe = {
    '@context': 'https://schema.org',
    '@type': 'CafeOrCoffeeShop',
    '@id': `${origin}/#house`,
    name: business.roasters,
    description: brand.welcome,
    url: `${origin}/`,
    image: origin + bar.src,
    email: business.contactEmail,
    parentOrganization: { '@id': organization['@id'] },
    ...(phone ? { telephone: phone } : {}),
    servesCuisine: 'Coffee',
    hasMenu: `${origin}/menu`,
    hasMap: place.mapUrl,
    address: {
      '@type': 'PostalAddress',
      streetAddress: place.street,
      addressLocality: place.city,
      addressRegion: place.state,
      postalCode: place.postalCode,
      addressCountry: place.country,
    },
    geo: { '@type': 'GeoCoordinates', latitude: place.latitude, longitude: place.longitude },
    openingHoursSpecification: [
      ...weekRows(hours.week).flatMap(({ weekdays }) =>
        hours.week[weekdays[0]!].map((each) => ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: weekdays.map(nameOfWeekday),
          ...timesOf(each),
        })),
      ),
      ...hours.special.flatMap(({ from, to, hours: periods }) =>
        (periods.length > 0 ? periods.map(timesOf) : [CLOSED]).map((times) => ({
          '@type': 'OpeningHoursSpecification',
          validFrom: from,
          validThrough: to,
          ...times,
        })),
      ),
    ],
  }
  return [organization, cafe]
}

/** A day on which the shop is closed, as search engines expect it (Google Search Central, Local business). */
const CLOSED = { opens: '00:00', closes: '00:00' }

function timesOf({ from, to }: Hours) {
  return { opens: from, closes: from === to ? '23:59' : to }
}

const SHOWN_EVENTS = 3

/** The query of the section, for the page's loader. */
const comingEvents = ask(events.list, {})

/** The next events. Renders nothing if none is planned. */
function ComingEvents() {
  const { data } = useQuery(comingEvents)
  const next =
    data?.events.filter(({ state }) => state === 'open' || state === 'full').slice(0, SHOWN_EVENTS) ?? []
  if (next.length === 0) return null
  return (
    <section className="stack-3" aria-labelledby="coming-events">
      <h2 id="coming-events" className={styles.title}>
        Come and sit with us
      </h2>
      <ul className="grid rule">
        {next.map((event) => (
          <li key={event._id} className={`align-baseline pad-y-2 rule-below lining ${styles.event}`}>
            <time dateTime={event.startsAt} className={styles.when}>
              {formatDate(event.startsAt, 'weekdayShortMonth')}, {formatDate(event.startsAt, 'time')}
            </time>
            <h3>
              <Link to={eventPath(event)} className={styles.link}>
                {event.title}
              </Link>
            </h3>
            <p className="italic">{seatsText(event)}</p>
          </li>
        ))}
      </ul>
      <ButtonLink look="line" to="/events" className={styles.all}>
        All events
      </ButtonLink>
    </section>
  )
}
