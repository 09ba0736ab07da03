/**
 * The pages that admins edit: their slots in the order of the page. The labels and forms that the specification names
 * are not slots. server/content/site-pages/texts has the texts of a shop that has changed nothing.
 */
import { line, link, list, picture, plain, prose, type ContentOf, type Slots } from './slots.ts'

/** The aspect ratio of the wide pictures. */
const WIDE = 3 / 2

const description = line('Description for search engines', {
  max: 300,
  hint: 'Search engines and shared links show it',
})

const heading = line('Heading', { max: 40 })

const caption = {
  place: line('Caption', { max: 40 }),
  notes: line('Note beside it', { max: 60, required: false }),
}

const home = {
  phrases: list('Phrases of the banner', {
    item: 'Phrase',
    min: 5,
    max: 5,
    hint: 'One beside each letter of the name',
    of: { text: line('Text', { max: 32 }) },
  }),
  band: line('Moving line', { max: 80 }),
  bandLink: link('Link of the moving line', { required: true, hint: 'Screen readers read its text' }),
  wallTitle: line('Heading of the products', { max: 40 }),
  welcome: line('Text beside the products', { max: 240 }),
  shop: link('Button below it'),
  beans: picture('Picture of wholesale', { ratio: WIDE }),
  wholesaleTitle: line('Heading of wholesale', { max: 24 }),
  wholesaleText: line('Text of wholesale', { max: 160 }),
  visitTitle: line('Heading of the visit', { max: 24 }),
  visit: list('Pictures of the visit', {
    item: 'Picture',
    min: 3,
    max: 3,
    of: { picture: picture('Picture', { ratio: WIDE }), ...caption },
  }),
} satisfies Slots

const about = {
  title: heading,
  tagline: line('Line below the heading', { max: 80, required: false }),
  rows: list('Rows', {
    item: 'Row',
    min: 1,
    max: 8,
    hint: 'A picture with text beside it. Every second row has its picture on the right',
    of: {
      picture: picture('Picture', { ratio: WIDE }),
      title: line('Heading', { max: 48 }),
      text: prose('Text', { max: 1200 }),
      button: link('Button'),
      second: link('Second button'),
    },
  }),
  description,
} satisfies Slots

const wholesale = {
  title: heading,
  picture: picture('Picture', { ratio: WIDE }),
  ...caption,
  lead: line('First line', { max: 120 }),
  text: prose('Text', { max: 1600, rows: 8 }),
  description,
} satisfies Slots

const gallery = {
  title: heading,
  tagline: line('Line below the heading', { max: 80, required: false }),
  pictures: list('Pictures', {
    item: 'Picture',
    min: 1,
    max: 90,
    hint: 'Shown in three columns, which are filled in turn; on a phone in one column',
    of: { picture: picture('Picture') },
  }),
  last: plain('Text in the last, empty frame', { max: 120, rows: 2, required: false }),
  description,
} satisfies Slots

const artshow = {
  title: heading,
  soon: line('Text between two shows', { max: 160 }),
  forSale: line('Heading of the works for sale', { max: 40 }),
  before: line('Heading of the earlier artists', { max: 40 }),
} satisfies Slots

const music = {
  title: heading,
  tagline: line('Line below the heading', { max: 80, required: false }),
  playlist: line('Name of the playlist', { max: 60 }),
  description,
} satisfies Slots

const comingsoon = {
  band: line('Moving line', { max: 40 }),
  title: heading,
  text: line('Text', { max: 200 }),
  button: link('Button'),
  second: link('Second button'),
  description,
} satisfies Slots

const policy = {
  title: heading,
  lead: line('Summary', { max: 240 }),
  sections: list('Sections', {
    item: 'Section',
    min: 1,
    max: 40,
    hint: 'Numbered and listed at the top of the page. A link to a section keeps working when sections are added',
    of: { title: line('Heading', { max: 80 }), text: prose('Text', { max: 8000, rows: 10 }) },
  }),
  description,
} satisfies Slots

type Page<S extends Slots> = { title: string; path: string; slots: S }

function page<S extends Slots>(title: string, path: string, slots: S): Page<S> {
  return { title, path, slots }
}

export const SITE_PAGES = {
  home: page('Home', '/', home),
  about: page('About', '/about', about),
  gallery: page('Gallery', '/gallery', gallery),
  artshow: page('Art show', '/artshow', artshow),
  music: page('Music', '/music', music),
  wholesale: page('Wholesale', '/wholesale', wholesale),
  comingsoon: page('Coming soon', '/shopcomingsoon', comingsoon),
  privacypolicy: page('Privacy Policy', '/privacypolicy', policy),
  refundpolicy: page('Refund Policy', '/refundpolicy', policy),
  termsofservice: page('Terms of Service', '/termsofservice', policy),
  shippingpolicy: page('Shipping Policy', '/shippingpolicy', policy),
}

export type SitePageId = keyof typeof SITE_PAGES
export type SitePageContent<P extends SitePageId> = ContentOf<(typeof SITE_PAGES)[P]['slots']>
