/** The texts of the home page and of the About page. */
import type { SITE_PAGES } from '#shared/platform/site-pages/pages.ts'
import type { ValuesOf } from '#shared/platform/site-pages/slots.ts'
import { bundled, button, NO_BUTTON, paragraphs } from './parts.ts'

export const home: ValuesOf<(typeof SITE_PAGES)['home']['slots']> = {
  phrases: [
    { id: 'f', text: 'Fruit first, then fire.' },
    { id: 'r', text: 'Roasted in Vienna.' },
    { id: 'a', text: 'Art on every wall.' },
    { id: 'm', text: 'Mornings, every day.' },
    { id: 'e', text: 'Everyone is welcome.' },
  ],
  band: 'Download our app — Frame Coffee Roasters',
  bandLink: button('Download our app', '/shopcomingsoon'),
  wallTitle: 'On the wall now',
  welcome:
    'Coffee roasted in Vienna, Virginia, and hung where you can see it: every bag is a small poster, every wall a show.',
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

export const about: ValuesOf<(typeof SITE_PAGES)['about']['slots']> = {
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
      title: 'Roasted in small heaps',
      text: paragraphs(
        'We roast here in Vienna, a little at a time: light enough that a Kenya tastes of where it grew, dark enough that the Gallery Blend forgives a distracted Monday. What you order is roasted on our next roast day, and you read the days before you pay.',
        'Life happens in between. The kettle, at least, is something you can put on.',
      ),
      button: button('See the coffees', '/shop'),
      second: button('Come visit', '/#visit'),
    },
  ],
  description:
    'Life happens, coffee helps. Who roasts at FRAME in Vienna, VA, how we buy and brew coffee, and why it all hangs in a frame.',
}
