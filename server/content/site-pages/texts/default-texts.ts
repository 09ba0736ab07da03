/**
 * The texts of a shop that has changed nothing, by page. They are not in the database until an admin changes them. Passages can
 * depend on a part of the shop (text-of-parts.ts). The policies are Markdown files: a file starts with the summary; then each
 * section starts with `## id: Title`. The id is the anchor of the section in URLs.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SITE_PAGES, SitePageId } from '#shared/platform/site-pages/pages.ts'
import type { LinkValue, PictureValue, ValuesOf } from '#shared/platform/site-pages/slots.ts'

type Texts = { [P in SitePageId]: ValuesOf<(typeof SITE_PAGES)[P]['slots']> }

/** A bundled picture (imagery/photos) with its own description. */
function bundled(name: string): PictureValue {
  return { file: `/pictures/${name}.jpg`, alt: '', x: 50, y: 50 }
}

function button(label: string, to: string): LinkValue {
  return { label, to }
}

const NO_BUTTON = button('', '')

function paragraphs(...texts: string[]): string {
  return texts.join('\n\n')
}

type PolicyText = { lead: string; sections: { id: string; title: string; text: string }[] }

function policyText(name: string): PolicyText {
  const file = readFileSync(join(import.meta.dirname, `${name}.md`), 'utf8')
  const [lead = '', ...sections] = file.split(/^## /m)
  return { lead: lead.trim(), sections: sections.map(sectionOf) }
}

function sectionOf(section: string): PolicyText['sections'][number] {
  const [, id, title, text] = /^([a-z-]+): (.*)\n([^]*)$/.exec(section) ?? []
  if (!id || !title || !text) throw new Error(`Not a section of a policy: ${section.slice(0, 40)}`)
  return { id, title, text: text.trim() }
}

const home: Texts['home'] = {
  phrases: [
    { id: 'f', text: 'Fruit first, then fire.' },
    { id: 'r', text: '[[roastery:Roasted in Vienna.]][[!roastery:Rest is allowed.]]' },
    { id: 'a', text: 'Art on every wall.' },
    { id: 'm', text: 'Mornings, every day.' },
    { id: 'e', text: 'Everyone is welcome.' },
  ],
  band: 'Download our app — Frame Coffee Roasters',
  bandLink: button('Download our app', '/shopcomingsoon'),
  wallTitle: 'On the wall now',
  welcome:
    'Coffee [[roastery:roasted in]][[!roastery:from]] Vienna, Virginia, and hung where you can see it: every bag is a small poster, every wall a show.',
  shop: button('See the coffees', '/shop'),
  beans: bundled('home_beans'),
  wholesaleTitle: 'Wholesale',
  wholesaleText: 'Pour Frame in your cafe, restaurant or office. Tell us how many pounds a month.',
  visitTitle: 'Come visit',
  visit: [
    { id: 'bar', picture: bundled('home_bar'), place: 'The bar', notes: 'oak, stone, a stool for you' },
    {
      id: 'wall',
      picture: bundled('home_gallery_wall'),
      place: 'The wall',
      notes: 'seven prints, one bench',
    },
    { id: 'shelves', picture: bundled('home_shelves'), place: 'The shelves', notes: 'bags to take home' },
  ],
}

const about: Texts['about'] = {
  title: 'About us',
  tagline: 'Life happens, coffee helps.',
  rows: [
    {
      id: 'frame',
      picture: bundled('about_trio'),
      title: 'Everything hangs in a frame',
      text: paragraphs(
        'A frame is a promise: what is inside was chosen. Ours hold coffees we would drink ourselves, and nothing else. Each gets a number, a name and a poster of its own, so that you find it again even when you have forgotten how to spell Huehuetenango.',
        'The posters are why the bar looks like a gallery. The coffee is why it smells like one you would rather stay in.',
      ),
      button: NO_BUTTON,
      second: NO_BUTTON,
    },
    {
      id: 'brewing',
      picture: bundled('about_pourover'),
      title: 'Brewed slowly, served plainly',
      text: paragraphs(
        'Some mornings need an espresso and no conversation. Others need a pour over, a seat by the window and most of an hour. We set the bar up for both: the quick cup is good, and the slow one is never hurried.',
        'Ask what is on the brew bar and we will tell you what we taste. If you taste something else, you are right too.',
      ),
      button: NO_BUTTON,
      second: NO_BUTTON,
    },
    {
      id: 'roasting',
      picture: bundled('about_heap'),
      title: '[[roastery:Roasted]][[!roastery:Chosen]] in small heaps',
      text: paragraphs(
        '[[roastery:We roast here in Vienna, a little at a time]][[!roastery:We choose our coffees here in Vienna, a few at a time]]: light enough that a Kenya tastes of where it grew, dark enough that the Gallery Blend forgives a distracted Monday. [[roastery:What you order is roasted on our next roast day, and you]][[!roastery:You]] read the days before you pay.',
        'Life happens in between. The kettle, at least, is something you can put on.',
      ),
      button: button('See the coffees', '/shop'),
      second: button('Come visit', '/#visit'),
    },
  ],
  description:
    'Life happens, coffee helps. [[roastery:Who roasts at FRAME in Vienna, VA, how]][[!roastery:How]] we buy and brew coffee, and why it all hangs in a frame.',
}

export const DEFAULT_TEXTS: Texts = {
  home,
  about,
  gallery: {
    title: 'Gallery',
    tagline: 'Life is the biggest photo frame.',
    pictures: Array.from({ length: 23 }, (_, index) => {
      const number = String(index + 1).padStart(2, '0')
      return { id: `p${number}`, picture: bundled(`gallery_${number}`) }
    }),
    last: 'This one is kept for you.\nCome in, and bring a camera.',
    description:
      'Twenty-three pictures of Frame Roasters: the bar, the cups, the beans and the light in Vienna, VA.',
  },
  artshow: {
    title: 'Art show',
    soon: 'The walls are bare between two shows. The next one is being framed.',
    forSale: 'To take home',
    before: 'Shown before',
  },
  music: {
    title: 'Music',
    tagline: 'Music is the universal language.',
    playlist: 'A day at the bar',
    description: 'What plays at Frame Roasters, from the first kettle to the last chair.',
  },
  wholesale: {
    title: 'Wholesale',
    picture: bundled('home_shelves'),
    place: 'The shelves',
    notes: 'twelve coffees, room for yours',
    lead: 'Welcome. Let us fill your hopper.',
    text: paragraphs(
      '[[roastery:We roast]][[!roastery:We have coffee]] for cafes, restaurants, offices and shops that want their coffee to be remembered. You get the same coffees that hang on our wall, [[roastery:fresh from the roaster, ]]and help with grinders, recipes and the first week of training.',
      'Tell us who you are and about how many pounds you pour in a month. A number that turns out wrong is no trouble; we answer every inquiry ourselves.',
    ),
    description:
      'Serve FRAME in your cafe, restaurant or office: [[roastery:freshly roasted ]]coffee by the pound, from Vienna, VA.',
  },
  comingsoon: {
    band: 'Coming soon',
    title: 'Coming soon',
    text: 'The nail is in the wall, the frame is still empty. Until it hangs here, the shop and the bar are open.',
    button: button('See the coffees', '/shop'),
    second: button('Come visit', '/#visit'),
    description: 'This one is not on the wall yet. The shop and the bar are open.',
  },
  privacypolicy: {
    title: 'Privacy Policy',
    ...policyText('privacy-policy'),
    description:
      'What Frame Roasters knows about you, why, who else sees it, how long it is kept, and what you can ask of us.',
  },
  refundpolicy: {
    title: 'Refund Policy',
    ...policyText('refund-policy'),
    description:
      'All sales at Frame Roasters are final. What can be exchanged, what cannot, and what to do when something arrives damaged.',
  },
  termsofservice: {
    title: 'Terms of Service',
    ...policyText('terms-of-service'),
    description:
      'The terms under which you visit Frame Roasters and buy from us, in twenty sections, governed by the laws of the United States.',
  },
  shippingpolicy: {
    title: 'Shipping Policy',
    ...policyText('shipping-policy'),
    description:
      'How Frame Roasters ships: within 1 working business day[[roastery: after roasting]] by USPS ground, 3-5 days on the way, within the contiguous United States.',
  },
}
