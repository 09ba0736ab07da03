/** The shop as visitors, mails and documents name it: the saved details of the business, with the names of brand.ts. */
import { brand, COMING_SOON } from '#shared/kernel/brand.ts'

export type Place = {
  street: string
  city: string
  state: string
  postalCode: string
  country: string
  latitude: number
  longitude: number
  mapUrl: string
}

export type Business = {
  name: string
  /** The short name in capitals. */
  mark: string
  roasters: string
  coffeeRoasters: string
  defaultTitle: string
  defaultDescription: string
  tagline: string
  footer: string
  contactEmail: string
  phone: string
  place: Place
  links: { shop: string; app: string; instagram: string }
  music: { title: string }
}

/** The values of the settings from which a business is made. */
type BusinessFacts = {
  name: string
  roasters: string
  coffeeRoasters: string
  description: string
  tagline: string
  footer: string
  contactEmail: string
  phone: string
  shopLink: string
  appLink: string
  instagram: string
  playlistTitle: string
} & Omit<Place, 'country'>

export function businessFrom(saved: BusinessFacts): Business {
  const { street, city, state, postalCode, latitude, longitude, mapUrl } = saved
  return {
    name: saved.name,
    mark: saved.name.toUpperCase(),
    roasters: saved.roasters,
    coffeeRoasters: saved.coffeeRoasters,
    defaultTitle: `Welcome to ${saved.roasters}`,
    defaultDescription: saved.description,
    tagline: saved.tagline,
    footer: saved.footer || `© ${saved.roasters}`,
    contactEmail: saved.contactEmail,
    phone: saved.phone,
    place: { street, city, state, postalCode, country: brand.place.country, latitude, longitude, mapUrl },
    links: {
      shop: saved.shopLink,
      app: saved.appLink === COMING_SOON ? '' : saved.appLink,
      instagram: saved.instagram,
    },
    music: { title: saved.playlistTitle },
  }
}

/** The business of a shop that has saved no details, for pages that are shown before the details are known. */
export const DEFAULT_BUSINESS: Business = { ...brand, footer: brand.footer || `© ${brand.roasters}` }

/** '145 Church Street NW, Vienna, VA 22180' */
export function addressLine({ street, city, state, postalCode }: Place): string {
  return `${street}, ${city}, ${state} ${postalCode}`
}
