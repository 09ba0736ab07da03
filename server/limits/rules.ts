/** Every limit of the shop, as points per number of seconds. decisions/029-rate-limits.md */

export const MINUTES = 60
export const HOURS = 60 * MINUTES

/** Calls from one network (network.ts). A contract names its rule in `limit`. */
export const RULES = {
  /** Sign-ins, and profile changes. */
  login: { points: 30, duration: MINUTES },
  /** Links for a new password: each may send a mail. */
  forgot: { points: 20, duration: HOURS },
  register: { points: 60, duration: HOURS },
  /** Quotes and validations cost money at the carrier. */
  shipping: { points: 20, duration: MINUTES },
  /** Address suggestions: one for every few keys of a fast typist. */
  maps: { points: 120, duration: MINUTES },
  /** Contact messages and wholesale enquiries together. */
  message: { points: 20, duration: HOURS },
  /** Requests with pictures; each uses a core for seconds. */
  upload: { points: 300, duration: HOURS },
  /** Each may cause a request to PayPal; PayPal itself calls from few addresses, often many times at once. */
  webhook: { points: 600, duration: MINUTES },
  /** Connection tests: each is a call to an outside service. */
  service: { points: 12, duration: MINUTES },
} as const

/** Wrong passwords. */
export const GUESSES = {
  /** For one account from one network. */
  guess: { points: 5, duration: 15 * MINUTES },
  /** For one account, from all networks without an earlier sign-in to it. */
  account: { points: 15, duration: 15 * MINUTES },
  /** As the current password of one account, in all its sessions together. */
  current: { points: 5, duration: 15 * MINUTES },
} as const

/** Mails that anybody can cause to one mailbox (mailbox.ts) without paying. */
export const MAILS = {
  /** Requested links: a new password, a new email address to confirm. */
  link: { points: 3, duration: HOURS },
  /** To the old address of an account, about a new one. Above the limit, the change is refused. */
  addressChange: { points: 10, duration: HOURS },
  /** About a changed password. Above the limit, the change is refused. */
  password: { points: 5, duration: HOURS },
  /** About unpaid orders: placed, cancelled by the buyer, expired. */
  order: { points: 10, duration: 24 * HOURS },
  /** About messages of visitors, to the shop's inbox. */
  inbox: { points: 60, duration: HOURS },
} as const

/** New email addresses that one account requests. */
export const CHANGES = { points: 10, duration: HOURS } as const

/** Limits on goods held without payment; applied by server/orders/holding.ts. Buyers who pay stay far below. */
export const HOLDING = {
  /** Quantity of one product that any account may hold, however few are left. */
  few: 6,
  account: {
    /** Unpaid orders. */
    orders: 15,
    /** Above `few`, a multiple of what is left for others: half of the stock. */
    timesLeft: 1,
    /** Full hold times that expired or were cancelled within a day, counted by their duration. */
    wasted: 8,
  },
  /** Several accounts: a household, an office, a café. */
  network: {
    orders: 45,
    /** Three times what is left for others: three quarters of the stock. */
    timesLeft: 3,
    wasted: 24,
  },
} as const
