/** What the pages of the desk are for, and by which other names they are found. Only the desk loads this file. */

type PageTexts = {
  /** What the page is for, in one sentence below its heading. */
  about: string
  /** The section of the guide that explains it. */
  guide?: string
  /** Other names by which people look for it: those of earlier versions, and words of the trade. */
  alsoCalled?: readonly string[]
}

/** By the address of the page. */
export const ADMIN_TEXTS: Readonly<Record<string, PageTexts>> = {
  '/admin': { guide: 'today', about: 'What needs you today, and what was sold.' },
  '/admin/guide': { about: 'How to run the shop, one section per task.' },
  '/admin/orderlist': {
    guide: 'when-something-is-wrong-with-an-order',
    about: 'Every order, the newest first.',
  },
  '/admin/shipping': {
    guide: 'ship-many-orders-at-once',
    about: 'Paid orders that wait for a label. Buy labels for many at once, and print their slips.',
    alsoCalled: ['Shipping', 'Labels'],
  },
  '/admin/pickup': {
    guide: 'pickup-at-the-bar',
    about: 'Orders that buyers pick up at the bar: make them ready, and hand them over.',
  },
  '/admin/deliveries': {
    guide: 'deliveries-with-your-own-van',
    about: 'Wholesale orders of a day: the runs of the van, and pickups by accounts.',
    alsoCalled: ['Van', 'Driver', 'Delivery route', 'Run sheet'],
  },
  '/admin/van-routes': {
    guide: 'deliveries-with-your-own-van',
    about: 'The rounds of the van: weekday, driver and stops.',
  },
  '/admin/counter': {
    guide: 'the-counter',
    about: 'Sell at the bar, and count the cash.',
    alsoCalled: ['Sell at the counter', 'Cash register', 'Till', 'POS'],
  },
  '/admin/invoices': {
    guide: 'wholesale-invoices',
    about: 'Invoices of wholesale accounts: open, late and paid.',
    alsoCalled: ['Receivables', 'Statements', 'Credit notes', 'Checks'],
  },
  '/admin/ageing': {
    guide: 'wholesale-invoices',
    about: 'Who owes how much since when, as of any day.',
    alsoCalled: ['Aging', 'Receivables'],
  },
  '/admin/invoicing': {
    guide: 'wholesale-invoices',
    about: 'How invoices are paid, which emails go out, and the next number.',
  },
  '/admin/subscriptions': {
    guide: 'subscriptions',
    about: 'Who gets coffee regularly, and when the next bag is due.',
  },
  '/admin/subscription-charges': {
    guide: 'subscriptions',
    about: 'Payments for subscriptions that are due, paid or failed.',
  },
  '/admin/ending-coffees': {
    guide: 'subscriptions',
    about: 'Coffees that leave the shop, and what their subscribers get instead.',
    alsoCalled: ['Ending coffees'],
  },
  '/admin/roasters-choice': {
    guide: 'subscriptions',
    about: 'The coffees that go to subscribers who let you choose.',
    alsoCalled: ['Rotation'],
  },
  '/admin/subscription-figures': {
    guide: 'subscriptions',
    about: 'How many subscribers come and go, and what they bring in.',
    alsoCalled: ['Figures'],
  },
  '/admin/reschedule': {
    guide: 'coffee-roasted-to-order',
    about: 'Paid orders that need a new roast date, because a day is closed or full.',
    alsoCalled: ['Dates to move'],
  },
  '/admin/productlist': {
    guide: 'a-new-coffee-and-the-form-of-a-product',
    about: 'All that the shop sells.',
  },
  '/admin/departments': {
    guide: 'departments-and-the-order-of-lists',
    about: 'The parts of the shop that buyers choose from: coffee, brewers, mugs.',
  },
  '/admin/price-lists': {
    guide: 'wholesale',
    about: 'What wholesale accounts pay for each size.',
    alsoCalled: ['Wholesale prices'],
  },
  '/admin/grinding': {
    guide: 'sizes-and-grinds',
    about: 'The grinds that buyers can choose, and how to set your grinder for them.',
    alsoCalled: ['Grinding'],
  },
  '/admin/discounts': {
    guide: 'discount-codes',
    about: 'Codes that take something off the price.',
    alsoCalled: ['Coupons'],
  },
  '/admin/gift-cards': {
    guide: 'gift-cards',
    about: 'Gift cards that were sold or given, and what is left on them.',
  },
  '/admin/reviews': {
    guide: 'reviews',
    about: 'What buyers say about products. Hide what does not belong in the shop.',
  },
  '/admin/userlist': {
    guide: 'guests-order-numbers-invoices',
    about: 'Everyone with an account.',
    alsoCalled: ['Customers', 'People'],
  },
  '/admin/accounts': {
    guide: 'wholesale',
    about: 'Cafes and shops that buy for resale: terms, locations, people, certificates.',
    alsoCalled: ['Wholesale', 'Wholesale accounts', 'Customers on terms'],
  },
  '/admin/applications': {
    guide: 'wholesale',
    about: 'Who wants a wholesale account: check, ask, approve or decline.',
    alsoCalled: ['Wholesale applications'],
  },
  '/admin/quiet-accounts': {
    guide: 'wholesale',
    about: 'Wholesale accounts that have not ordered for longer than usual.',
    alsoCalled: ['Quiet accounts', 'Lost accounts'],
  },
  '/admin/messages': {
    guide: 'messages-and-the-mail-log',
    about: 'What people wrote through the forms of the site.',
  },
  '/admin/newsletters': {
    guide: 'newsletters',
    about: 'Letters to everyone who asked for news.',
  },
  '/admin/pages': {
    guide: 'texts-and-pictures-of-the-site',
    about: 'The texts of the site: about, policies, and pages of your own.',
  },
  '/admin/brew-guides': {
    guide: 'brew-guides',
    about: 'How to brew each method. The numbers come with every order.',
  },
  '/admin/media': {
    guide: 'texts-and-pictures-of-the-site',
    about: 'All pictures of the site, with the words for those who cannot see them.',
  },
  '/admin/menuedit': { guide: 'the-menu-of-the-bar', about: 'The pictures of the menu at the bar.' },
  '/admin/events': { guide: 'events', about: 'Cuppings, classes and concerts: dates, seats and who comes.' },
  '/admin/artshowlist': { guide: 'the-art-show', about: 'The artists whose work hangs at the bar.' },
  '/admin/works': {
    guide: 'art-for-sale',
    about: 'Works that can be bought, with the artist’s share.',
    alsoCalled: ['Works'],
  },
  '/admin/statements': {
    guide: 'art-for-sale',
    about: 'What each artist has earned, and what you have paid.',
    alsoCalled: ['Statements', 'Payouts'],
  },
  '/admin/roast-day': {
    guide: 'a-roast-day',
    about: 'The next roast day, step by step: weigh, roast, bag, ship.',
  },
  '/admin/roastery': {
    guide: 'the-roast-plan',
    about: 'What to roast on which day, counted from paid orders and subscriptions.',
  },
  '/admin/subscription-coffee': {
    guide: 'subscriptions',
    about: 'How much coffee subscribers will need on the next days.',
    alsoCalled: ['Coffee to deliver'],
  },
  '/admin/green-coffee': {
    guide: 'green-coffee-roasts-and-recipes',
    about: 'The green coffee that you have and that is on its way.',
    alsoCalled: ['Lots', 'Green lots'],
  },
  '/admin/roasts': {
    guide: 'green-coffee-roasts-and-recipes',
    about: 'Which green coffee goes into the drum for each roast.',
    alsoCalled: ['Roasts', 'Recipes'],
  },
  '/admin/recipes': {
    guide: 'green-coffee-roasts-and-recipes',
    about: 'Which roasts go into the bag of each coffee.',
    alsoCalled: ['Recipes'],
  },
  '/admin/recall': { guide: 'recall', about: 'Find who has bags of a lot or batch, and write to them.' },
  '/admin/coffee-cost': {
    guide: 'coffee-cost-and-inventory-value',
    about: 'What a bag costs you, from green coffee to label.',
    alsoCalled: ['Coffee cost', 'Margins'],
  },
  '/admin/coffee-inventory': {
    guide: 'coffee-cost-and-inventory-value',
    about: 'What your green and roasted coffee is worth today.',
    alsoCalled: ['Inventory value'],
  },
  '/admin/books': {
    guide: 'accounting',
    about: 'Sales, taxes and fees of each month for your accounting program.',
    alsoCalled: ['Accounting', 'Taxes', 'Bookkeeper', 'Accountant'],
  },
  '/admin/payments-check': {
    guide: 'accounting',
    about: 'Compares what the shop recorded with what PayPal has.',
    alsoCalled: ['Money', 'PayPal'],
  },
  '/admin/counter-days': {
    guide: 'the-counter',
    about: 'The cash of each day: what was expected, what was counted, and the difference.',
    alsoCalled: ['Cash drawer', 'Till', 'Register', 'Cash count', 'Z report'],
  },
  '/admin/settings': {
    guide: 'roast-calendar-cut-off-closures-free-shipping',
    about: 'Hours, prices of shipping, taxes, ways to pay, and all else that you can change.',
  },
  '/admin/parts': {
    guide: 'parts-of-the-shop',
    about: 'What your shop offers. Switch off what you do not need, and on again when you do.',
    alsoCalled: ['Parts of the shop', 'Switch off', 'Features', 'Modules', 'Hide'],
  },
  '/admin/setup': {
    guide: 'the-first-hour',
    about: 'What is left to do before the shop can sell.',
    alsoCalled: ['Setup'],
  },
  '/admin/staff': {
    guide: 'staff',
    about: 'Who works here, and what each may open.',
    alsoCalled: ['Roles', 'Employees'],
  },
  '/admin/services': {
    guide: 'connect-the-services',
    about: 'Connect payments, parcels, addresses and mail, and see whether they answer.',
    alsoCalled: ['PayPal', 'Shippo', 'Mapbox', 'SMTP', 'Test connection', 'Webhooks', 'Going live'],
  },
  '/admin/mail': {
    guide: 'messages-and-the-mail-log',
    about: 'Every letter that the shop sent or could not send.',
    alsoCalled: ['Mail', 'Emails'],
  },
  '/admin/connections': {
    guide: 'connections-to-other-programs',
    about: 'API tokens for programs that use the shop’s data, and webhooks that tell programs what happened.',
    alsoCalled: ['API', 'Tokens', 'Webhooks', 'Integrations'],
  },
  '/admin/import': {
    guide: 'importing-products',
    about: 'Bring products, customers and accounts in from another shop, or take them out.',
    alsoCalled: ['Move in', 'Import data', 'Import', 'Export'],
  },
  '/admin/rehearsal': {
    guide: 'practice-run',
    about: 'Try the shop with orders and days that are not real.',
    alsoCalled: ['Rehearsal', 'Sandbox'],
  },
  '/admin/record': {
    guide: 'the-change-log',
    about: 'Who changed what, and when.',
    alsoCalled: ['Record', 'History'],
  },
}
