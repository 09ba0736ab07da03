/** Texts and structured data of an event that several screens show. */
import type { ShopEvent } from '#shared/content/api/events.ts'
import type { Business } from '#shared/platform/business.ts'
import { eventPath } from '#shared/platform/record-paths.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'

/** `Saturday, November 21, 6:30 PM to 8:30 PM`. If the event ends on another day, the text names that day. */
export function timesText({ startsAt, endsAt }: Pick<ShopEvent, 'startsAt' | 'endsAt'>): string {
  const isSameDay = startsAt.slice(0, 10) === endsAt.slice(0, 10)
  const end = isSameDay ? timeText(endsAt) : formatDate(endsAt, 'shortDayAndTime')
  return `${formatDate(startsAt, 'weekday')}, ${timeText(startsAt)} to ${end}`
}

/** `6:30 PM`, without a line break before `PM`. */
export function timeText(at: string): string {
  return formatDate(at, 'time').replace(' ', '\u00a0')
}

/** Where the event takes place, in one line. */
export function placeText({ place }: Pick<ShopEvent, 'place'>, bar: Business['place']): string {
  const { street, city } = bar
  return place || `At our bar, ${street}, ${city}`
}

export function priceText({ price }: Pick<ShopEvent, 'price'>): string {
  return price === null ? 'Free' : `${formatDollars(price)} each, paid at the event`
}

/** The free seats, or why there is no sign-up. */
export function seatsText({ state, left, seats }: Pick<ShopEvent, 'state' | 'left' | 'seats'>): string {
  if (state === 'open') return left === seats ? counted(seats, 'seat') : `${counted(left, 'seat')} left`
  return {
    full: 'Full, with a waiting list',
    ended: 'Sign-up has ended',
    closed: 'Has begun',
    over: 'Over',
    cancelled: 'Canceled',
  }[state]
}

/** The event as a schema.org object, for search engines. */
export function eventData(
  event: ShopEvent,
  origin: string,
  { roasters, place }: Pick<Business, 'roasters' | 'place'>,
): object {
  const url = origin + eventPath(event)
  const { street, city, state, postalCode, country } = place
  const address = {
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: city,
    addressRegion: state,
    postalCode,
    addressCountry: country,
  }
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    url,
    startDate: event.startsAt,
    endDate: event.endsAt,
    eventStatus: `https://schema.org/${event.state === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: event.place
      ? { '@type': 'Place', name: event.place, address: event.place }
      : { '@type': 'Place', name: roasters, address },
    ...(event.picture ? { image: origin + event.picture.src } : {}),
    ...(event.text ? { description: event.text } : {}),
    organizer: { '@type': 'Organization', name: roasters, url: `${origin}/` },
    maximumAttendeeCapacity: event.seats,
    remainingAttendeeCapacity: event.left,
    offers: {
      '@type': 'Offer',
      price: event.price ?? 0,
      priceCurrency: 'USD',
      availability: `https://schema.org/${event.state === 'open' ? 'InStock' : 'SoldOut'}`,
      url,
    },
  }
}
