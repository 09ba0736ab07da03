/** The texts of a shop that has changed nothing, by page. They are not in the database until an admin changes them. */
import type { SITE_PAGES, SitePageId } from '#shared/platform/site-pages/pages.ts'
import type { ValuesOf } from '#shared/platform/site-pages/slots.ts'
import { about, home } from './home-and-about.ts'
import { bundled, button, paragraphs } from './parts.ts'
import { policyText } from './policy-text.ts'

type Texts = { [P in SitePageId]: ValuesOf<(typeof SITE_PAGES)[P]['slots']> }

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
      'We roast for cafes, restaurants, offices and shops that want their coffee to be remembered. You get the same coffees that hang on our wall, fresh from the roaster, and help with grinders, recipes and the first week of training.',
      'Tell us who you are and about how many pounds you pour in a month. A number that turns out wrong is no trouble; we answer every inquiry ourselves.',
    ),
    description:
      'Serve FRAME in your cafe, restaurant or office: freshly roasted coffee by the pound, from Vienna, VA.',
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
      'How Frame Roasters ships: within 1 working business day after roasting by USPS ground, 3-5 days on the way, within the contiguous United States.',
  },
}
