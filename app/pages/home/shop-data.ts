import bar from '#imagery/photos/home_bar.jpg?picture'
import { brand } from '#shared/brand.ts'

/** The schema.org data of the shop: the organization, and the cafe with its opening hours. */
export function shopData(origin: string): object[] {
  const { place, hours } = brand
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand.roasters,
    url: `${origin}/`,
    logo: `${origin}/logo.png`,
    email: brand.contactEmail,
    slogan: brand.tagline,
  }
  const cafe = {
    '@context': 'https://schema.org',
    '@type': 'CafeOrCoffeeShop',
    '@id': `${origin}/#house`,
    name: brand.roasters,
    description: brand.welcome,
    url: `${origin}/`,
    image: origin + bar.src,
    email: brand.contactEmail,
    parentOrganization: { '@id': organization['@id'] },
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
    openingHoursSpecification: hours.map(({ weekdays, from, to }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: weekdays,
      opens: from,
      closes: to,
    })),
  }
  return [organization, cafe]
}
