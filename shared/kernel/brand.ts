/**
 * The shop as it is before its owner has saved other values: the defaults of the settings under "Business details" and
 * "Opening hours" (shared/platform/settings/business.ts, shared/platform/settings/hours.ts), and facts that only a programmer changes.
 * Screens and mails use the saved values: `useBusiness` in the browser, `businessOf` on the server.
 */

/** The page that announces the app, while there is none. */
export const COMING_SOON = '/shopcomingsoon'

export const brand = {
  name: 'Frame',
  mark: 'FRAME',
  roasters: 'Frame Roasters',
  defaultTitle: 'Welcome to Frame Roasters',
  defaultDescription: 'We sell specialty coffee beans and beverages',
  tagline: 'Life happens, coffee helps.',
  app: 'Download our app',
  coffeeRoasters: 'Frame Coffee Roasters',
  contactEmail: 'hello@frameroasters.example',
  /** The time zone of the shop: its days begin at midnight in this zone. */
  timeZone: 'America/New_York',
  /** If a product that is for sale has this many pieces or fewer, the admin shows it as low in stock. */
  lowStock: 5,
  /** Categories that count as food for sales tax. Reports list the taxable sales of all other categories separately. */
  food: ['Coffee Beans'],
  /** The opening hours of the bar by weekday, in the shop's time zone. */
  hours: {
    Mon: [{ from: '07:00', to: '17:00' }],
    Tue: [{ from: '07:00', to: '17:00' }],
    Wed: [{ from: '07:00', to: '17:00' }],
    Thu: [{ from: '07:00', to: '17:00' }],
    Fri: [{ from: '07:00', to: '17:00' }],
    Sat: [{ from: '08:00', to: '17:00' }],
    Sun: [{ from: '08:00', to: '17:00' }],
  },
  place: {
    street: '145 Church Street NW',
    city: 'Vienna',
    state: 'VA',
    postalCode: '22180',
    country: 'US',
    latitude: 38.9012,
    longitude: -77.2653,
    mapUrl:
      'https://www.openstreetmap.org/search?query=145%20Church%20Street%20NW%2C%20Vienna%2C%20VA%2022180',
  },
  links: {
    shop: '/shop',
    /** Empty: the header has no APP, and the home page no moving line about it. */
    app: '',
    /** Empty: the footer has no link. */
    instagram: '',
  },
  /** For visitors, in the footer. Not shown if empty. */
  phone: '',
  /** The last line of the footer. Empty: `© Frame Roasters`. */
  footer: '',
  music: {
    /** The title of the playlist on the music page. */
    title: 'A day at the bar',
  },
} as const
