/** The texts of the invented reviews and messages. */

/** Reviews by rating. `{note}` is the first cupping note of the coffee. */
export const REVIEWS: Record<number, readonly string[]> = {
  5: [
    'The {note} is really there, not only on the label. Second bag already on its way.',
    'Arrived two days after the roast. The best cup I have made at home this year.',
    'Sweet, clear, and still good when it gets cold. My whole office asks for it now.',
    'I followed the recipe on the page to the gram, and it worked the first time.',
    'We served it to friends who do not like coffee. They asked for the name.',
    'Exactly what I hoped for. The bag is on the shelf as a poster.',
    'Lovely. I get {note} first, and then it opens up.',
  ],
  4: [
    'Very good. It needed a finer grind than I am used to, and then the {note} came through.',
    'Reliable and well roasted. I would love a smaller bag to try more of them.',
    'Better as a pour over than in my espresso machine, but a fine coffee.',
    'Good from the third day after the roast. Before that a little sharp.',
  ],
  3: [
    'A clean cup, but lighter than I like. Next time I will try a darker one.',
    'Fine coffee. I did not find the {note}, but maybe that is my water.',
  ],
  2: ['Too bright for my taste, and the parcel took a week. The shop answered quickly, though.'],
}

export const REVIEW_REPLIES = [
  'Thank you! Write to us with your brewer and your grind, and we will help you with the rest.',
  'Thank you for the honest words. If you try it at 92 °C and a little finer, tell us what changes.',
  'Thank you for writing. See you at the bar!',
]

/** Reviews of goods that are not coffee. */
export const GOODS_REVIEWS = [
  'Beautifully made. It looks even better than in the picture.',
  'Packed very carefully, nothing broken. We use it every morning.',
]

/** An invented message, with its answer if it has one. */
export type DemoMessage = {
  kind: 'contact' | 'wholesale'
  name: string
  email: string
  /** The age of the message in days. */
  daysAgo: number
  text: string
  answer?: string
  wholesale?: { phone: string; typeOfBusiness: string; pounds: number; website: string }
}

/** The messages, oldest first. The last ones are not answered yet. */
export const DEMO_MESSAGES: readonly DemoMessage[] = [
  {
    kind: 'contact',
    name: 'Hugo Lindqvist',
    email: 'hugo.lindqvist@demo.example',
    daysAgo: 55,
    text: 'Do you grind for a moka pot? I did not dare to choose espresso.',
    answer:
      'We do: choose “Moka pot” under Grind on the coffee’s page. It is a little coarser than espresso.',
  },
  {
    kind: 'wholesale',
    name: 'Birch & Bell Cafe',
    email: 'birch-and-bell@demo.example',
    daysAgo: 48,
    text: 'We open a second cafe in January and are looking for a house espresso and one filter coffee.',
    answer:
      'Congratulations! We would like to bring samples of The Gallery Blend and of two filter coffees.\n\nDoes a morning next week suit you?',
    wholesale: {
      phone: '703 555 0148',
      typeOfBusiness: 'Cafe',
      pounds: 60,
      website: 'birch-and-bell.example',
    },
  },
  {
    kind: 'contact',
    name: 'Rosa Delgado',
    email: 'rosa.delgado@demo.example',
    daysAgo: 41,
    text: 'I left a green scarf at the bench under the prints on Saturday. Did anyone find it?',
    answer: 'Yes, it is behind the bar. Ask for it at any time.',
  },
  {
    kind: 'contact',
    name: 'Emil Novak',
    email: 'emil.novak@demo.example',
    daysAgo: 30,
    text: 'Can you ship a gift without a price on the packing slip?',
    answer: 'Yes: our packing slips have no prices. Write us the order number, and we add a card.',
  },
  {
    kind: 'wholesale',
    name: 'Dunn & Partners',
    email: 'dunn-partners@demo.example',
    daysAgo: 23,
    text: 'We are forty people with one machine, and would like better coffee. What do you suggest?',
    answer: 'For forty people we suggest 20 lb of Guatemala Huehuetenango a month, ground for your machine.',
    wholesale: { phone: '571 555 0112', typeOfBusiness: 'Office', pounds: 20, website: '' },
  },
  {
    kind: 'contact',
    name: 'Keiko Tanabe',
    email: 'keiko.tanabe@demo.example',
    daysAgo: 12,
    text: 'Is the decaf made with a solvent? I am asking for my mother.',
    answer:
      'With ethyl acetate from fermented sugarcane, which is also in ripe fruit. Nothing of it is left after the roast.',
  },
  {
    kind: 'contact',
    name: 'Miles Okafor',
    email: 'miles.okafor@demo.example',
    daysAgo: 3,
    text: 'My bag of Kenya came with a torn seal. The coffee smells fine. Is it safe to drink?',
  },
  {
    kind: 'wholesale',
    name: 'The Reading Room',
    email: 'reading-room@demo.example',
    daysAgo: 2,
    text: 'We are a bookshop with six seats and would like to pour one good filter coffee.',
    wholesale: {
      phone: '703 555 0177',
      typeOfBusiness: 'Bookshop',
      pounds: 8,
      website: 'reading-room.example',
    },
  },
  {
    kind: 'contact',
    name: 'Zoe Hartmann',
    email: 'zoe.hartmann@demo.example',
    daysAgo: 1,
    text: 'Will the Gesha come back in spring? I would like to order four bags.',
  },
]
