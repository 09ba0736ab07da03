/** What the pages of the desk are for, and by which other names they are found. Only the desk loads this file. */

type PageTexts = {
  /** What the page is for, in one sentence below its heading. */
  about: string
  /** Other names by which people look for it: those of earlier versions, and words of the trade. */
  alsoCalled?: readonly string[]
}

/** By the address of the page. */
export const ADMIN_TEXTS: Readonly<Record<string, PageTexts>> = {
  '/admin': { about: 'What needs you today, and what was sold.' },
  '/admin/orderlist': { about: 'Every order, the newest first.' },
  '/admin/shipping': {
    about: 'Paid orders that wait for a label. Buy labels for many at once, and print their slips.',
    alsoCalled: ['Shipping', 'Labels'],
  },
  '/admin/pickup': { about: 'Orders that buyers pick up at the bar: make them ready, and hand them over.' },
  '/admin/subscriptions': { about: 'Who gets coffee regularly, and when the next bag is due.' },
  '/admin/subscription-charges': { about: 'Payments for subscriptions that are due, paid or failed.' },
  '/admin/ending-coffees': {
    about: 'Coffees that leave the shop, and what their subscribers get instead.',
    alsoCalled: ['Ending coffees'],
  },
  '/admin/roasters-choice': {
    about: 'The coffees that go to subscribers who let you choose.',
    alsoCalled: ['Rotation'],
  },
  '/admin/subscription-figures': {
    about: 'How many subscribers come and go, and what they bring in.',
    alsoCalled: ['Figures'],
  },
  '/admin/reschedule': {
    about: 'Paid orders that need a new roast date, because a day is closed or full.',
    alsoCalled: ['Dates to move'],
  },
  '/admin/productlist': { about: 'All that the shop sells.' },
  '/admin/departments': { about: 'The parts of the shop that buyers choose from: coffee, brewers, mugs.' },
  '/admin/grinding': {
    about: 'The grinds that buyers can choose, and how to set your grinder for them.',
    alsoCalled: ['Grinding'],
  },
  '/admin/discounts': { about: 'Codes that take something off the price.', alsoCalled: ['Coupons'] },
  '/admin/gift-cards': { about: 'Gift cards that were sold or given, and what is left on them.' },
  '/admin/reviews': { about: 'What buyers say about products. Hide what does not belong in the shop.' },
  '/admin/userlist': { about: 'Everyone with an account.', alsoCalled: ['Customers', 'People'] },
  '/admin/messages': { about: 'What people wrote through the forms of the site.' },
  '/admin/newsletters': { about: 'Letters to everyone who asked for news.' },
  '/admin/pages': { about: 'The texts of the site: about, policies, and pages of your own.' },
  '/admin/brew-guides': { about: 'How to brew each method. The numbers come with every order.' },
  '/admin/media': { about: 'All pictures of the site, with the words for those who cannot see them.' },
  '/admin/menuedit': { about: 'The pictures of the menu at the bar.' },
  '/admin/events': { about: 'Cuppings, classes and concerts: dates, seats and who comes.' },
  '/admin/artshowlist': { about: 'The artists whose work hangs at the bar.' },
  '/admin/works': { about: 'Works that can be bought, with the artist’s share.', alsoCalled: ['Works'] },
  '/admin/statements': {
    about: 'What each artist has earned, and what you have paid.',
    alsoCalled: ['Statements', 'Payouts'],
  },
  '/admin/roast-day': { about: 'The next roast day, step by step: weigh, roast, bag, ship.' },
  '/admin/roastery': { about: 'What to roast on which day, counted from paid orders and subscriptions.' },
  '/admin/subscription-coffee': {
    about: 'How much coffee subscribers will need on the next days.',
    alsoCalled: ['Coffee to deliver'],
  },
  '/admin/green-coffee': { about: 'The green coffee that you have and that is on its way.' },
  '/admin/roasts': {
    about: 'Which green coffee goes into the drum for each roast.',
    alsoCalled: ['Roasts', 'Recipes'],
  },
  '/admin/recipes': { about: 'Which roasts go into the bag of each coffee.', alsoCalled: ['Recipes'] },
  '/admin/recall': { about: 'Find who has bags of a lot or batch, and write to them.' },
  '/admin/coffee-cost': {
    about: 'What a bag costs you, from green coffee to label.',
    alsoCalled: ['Coffee cost', 'Margins'],
  },
  '/admin/coffee-inventory': {
    about: 'What your green and roasted coffee is worth today.',
    alsoCalled: ['Inventory value'],
  },
  '/admin/books': {
    about: 'Sales, taxes and fees of each month for your accounting program.',
    alsoCalled: ['Accounting', 'Taxes'],
  },
  '/admin/payments-check': {
    about: 'Compares what the shop recorded with what PayPal has.',
    alsoCalled: ['Money', 'PayPal'],
  },
  '/admin/settings': {
    about: 'Hours, prices of shipping, taxes, ways to pay, and all else that you can change.',
    alsoCalled: ['Hours', 'Vacation', 'Announcement', 'Tax', 'Shipping prices', 'Ways to pay', 'Boxes'],
  },
  '/admin/setup': { about: 'What is left to do before the shop can sell.', alsoCalled: ['Setup'] },
  '/admin/staff': { about: 'Who works here, and what each may open.', alsoCalled: ['Roles', 'Employees'] },
  '/admin/mail': {
    about: 'Every letter that the shop sent or could not send.',
    alsoCalled: ['Mail', 'Emails'],
  },
  '/admin/import': {
    about: 'Bring products and customers in from another shop, or take them out.',
    alsoCalled: ['Move in', 'Import', 'Export'],
  },
  '/admin/rehearsal': {
    about: 'Try the shop with orders and days that are not real.',
    alsoCalled: ['Rehearsal', 'Sandbox'],
  },
  '/admin/record': { about: 'Who changed what, and when.', alsoCalled: ['Record', 'History'] },
}
