import bar from '#imagery/photos/home_bar.jpg?picture'
import { nameOfWeekday, weekRows, type Hours } from '#shared/platform/hours.ts'
import type { ShownBusiness } from '#app/platform/api/business.ts'

/**
 * The schema.org data of the shop: the organization, and the cafe with its opening hours.
 * @param welcome what the home page says about the shop
 */
export function shopData(origin: string, business: ShownBusiness, welcome: string): object[] {
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
    description: welcome,
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
