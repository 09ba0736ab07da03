/** Every limit of the shop, as points per number of seconds. decisions/029-rate-limits.md */

export const MINUTES = 60
export const HOURS = 60 * MINUTES

/** Calls from one network (networks.ts). A contract names its rule in `limit`. */
export const RULES = {
  /** Sign-ins, and profile changes. */
  login: { points: 30, duration: MINUTES },
  /** Requests for a new password. Each may send an email. */
  forgot: { points: 20, duration: HOURS },
  register: { points: 60, duration: HOURS },
  /** Orders of guests. Each may send an email to the typed address. */
  guest: { points: 60, duration: HOURS },
  /** Payments opened with express buttons. Each is a call to PayPal, and a row. */
  express: { points: 120, duration: HOURS },
  /** Other requests about payments of buyers. Each may be a call to PayPal. A page that waits sends twenty a minute. */
  payment: { points: 300, duration: MINUTES },
  /** Payment methods that are saved without a purchase. Each is a call to PayPal. */
  savedMethod: { points: 30, duration: HOURS },
  /** Files with everything about a person. Each reads many tables. */
  personalData: { points: 20, duration: HOURS },
  /** Quotes and validations cost money at the carrier. */
  shipping: { points: 20, duration: MINUTES },
  /** Address suggestions. A fast typist causes one for every few keys. */
  maps: { points: 120, duration: MINUTES },
  /** Calls of the map service by visitors without a session. A guest who types an address causes about ten. */
  guestMaps: { points: 300, duration: HOURS },
  /** Contact messages and wholesale inquiries together. */
  message: { points: 20, duration: HOURS },
  /** Sign-ups for events and their cancellations. Each may send an email to the typed address. */
  signup: { points: 20, duration: HOURS },
  /** Requests with pictures; each uses a core for seconds. */
  upload: { points: 300, duration: HOURS },
  /** Papers of certificates. Each is up to 10 MB in the database. */
  paper: { points: 30, duration: HOURS },
  /** Webhooks. Each may cause a request to PayPal. PayPal calls from few addresses, often many times at once. */
  webhook: { points: 600, duration: MINUTES },
  /** Receipts that staff mail to a typed address. */
  receipt: { points: 120, duration: HOURS },
  /** Requests about applications for a wholesale account. A draft is kept while its applicant types. */
  application: { points: 240, duration: MINUTES },
  /** Connection tests: each is a call to an outside service. */
  service: { points: 12, duration: MINUTES },
  /** Webhooks that an owner reads, makes or tests: each is a call to an outside service. */
  ownWebhook: { points: 12, duration: MINUTES },
} as const

/** Calls of one API token. */
export const TOKEN_CALLS = { points: 300, duration: MINUTES } as const

/** Wrong passwords. */
export const GUESSES = {
  /** Wrong passwords for one account from one network. */
  guess: { points: 5, duration: 15 * MINUTES },
  /** Wrong passwords for one account, from all networks that never signed in to the account. */
  account: { points: 15, duration: 15 * MINUTES },
  /** Wrong codes of the second factor of one account. Only a person who knows the password can guess them. */
  code: { points: 5, duration: 15 * MINUTES },
  /** Wrong current passwords of one account, in all its sessions together. */
  current: { points: 5, duration: 15 * MINUTES },
} as const

/** Wrong codes of gift cards. */
export const GIFT_CARD_GUESSES = {
  /** From one network. */
  network: { points: 10, duration: 15 * MINUTES },
  /** From all networks. Above it, one wrong code blocks its network. */
  all: { points: 300, duration: 15 * MINUTES },
} as const

/** Unknown discount codes from one network. */
export const CODE_GUESSES = { points: 15, duration: 15 * MINUTES } as const

/**
 * Payments that did not go through, counted by server/payments/checks/declines.ts: of one order, and within an hour of an
 * account or a network.
 */
export const DECLINES = { order: 3, holder: 12 } as const

/** Mails to one mailbox (`mailboxKey` in mailing.ts) that visitors can cause without paying. */
export const MAILS = {
  /** Mails with requested links: to set a new password, or to confirm a new email address. */
  link: { points: 3, duration: HOURS },
  /** Notices to the old address of an account about a new address. Above the limit, the change is refused. */
  addressChange: { points: 10, duration: HOURS },
  /** Notices about a changed password. Above the limit, the change is refused. */
  password: { points: 5, duration: HOURS },
  /** Notices about passkeys and second factors. Above the limit, the change is refused. */
  signIn: { points: 20, duration: HOURS },
  /** Mails about unpaid orders: placed, canceled by the buyer, expired. */
  order: { points: 10, duration: 24 * HOURS },
  /** Mails about sign-ups for events. Above the limit, the sign-up is refused. */
  signup: { points: 10, duration: HOURS },
  /** Mails that confirm a subscription of the newsletter or a notice. */
  news: { points: 5, duration: 24 * HOURS },
  /** Carts that visitors mail to themselves. */
  cart: { points: 5, duration: 24 * HOURS },
  /** Mails to the shop's inbox about messages of visitors. */
  inbox: { points: 60, duration: HOURS },
} as const

/** New email addresses that one account requests. */
export const CHANGES = { points: 10, duration: HOURS } as const

/**
 * Limits on goods held without payment, applied by server/checkout/orders/place/hold-limits.ts. Buyers who pay stay far below these
 * limits.
 */
export const HOLDING = {
  /** The quantity of one product that any account may hold, even if few are left. */
  few: 6,
  account: {
    /** Unpaid orders. */
    orders: 15,
    /**
     * A larger quantity may be this multiple of what is left for others. With 1, an account can hold half of the stock.
     */
    timesLeft: 1,
    /**
     * The total time for which unpaid orders may hold goods within a day before they expire or are canceled. The unit
     * is a full hold.
     */
    wasted: 8,
  },
  /** A network may have several accounts: a household, an office, a café. */
  network: {
    orders: 45,
    /** With 3, a network can hold three quarters of the stock. */
    timesLeft: 3,
    wasted: 24,
  },
} as const
