/** Every limit of the shop: so many points in so many seconds. Decision 029. */

export const MINUTES = 60
export const HOURS = 60 * MINUTES

/** Calls from one network (network.ts). A contract names its rule as `limit`. */
export const RULES = {
  /** Sign-ins, and profile changes. */
  login: { points: 30, duration: MINUTES },
  /** Links for a new password: each may be a mail. */
  forgot: { points: 20, duration: HOURS },
  register: { points: 60, duration: HOURS },
  /** Quotes and validations cost money at the carrier. */
  shipping: { points: 20, duration: MINUTES },
  /** Address suggestions: one for every few keys of a quick typist. */
  maps: { points: 120, duration: MINUTES },
  /** Contact messages and wholesale enquiries together. */
  message: { points: 20, duration: HOURS },
  /** Calls with pictures; each keeps a core busy for seconds. */
  upload: { points: 300, duration: HOURS },
  /** Each may be a question to PayPal; PayPal itself calls from few addresses, often at once. */
  webhook: { points: 600, duration: MINUTES },
  /** Tests of a connection: each is a call to another company's server. */
  service: { points: 12, duration: MINUTES },
} as const

/** Wrong passwords. */
export const GUESSES = {
  /** For one account from one network. */
  guess: { points: 5, duration: 15 * MINUTES },
  /** For one account from all networks where it was not signed in to before. */
  account: { points: 15, duration: 15 * MINUTES },
  /** As the current password of one account, in all its sessions together. */
  current: { points: 5, duration: 15 * MINUTES },
} as const

/** Mails that can be caused without paying, to one mailbox (mailbox.ts). */
export const MAILS = {
  /** Links that somebody asks for: a new password, a new e-mail address to confirm. */
  letter: { points: 3, duration: HOURS },
  /** To the old address of an account, about a new one. The change is refused beyond that, never done silently. */
  moving: { points: 10, duration: HOURS },
  /** About a changed password. The change is refused beyond that, never done silently. */
  password: { points: 5, duration: HOURS },
  /** About orders that are not paid: placed, cancelled by the buyer, not paid in time. */
  order: { points: 10, duration: 24 * HOURS },
  /** About messages of visitors, to the house. */
  house: { points: 60, duration: HOURS },
} as const

/** New e-mail addresses that one account asks for. */
export const CHANGES = { points: 10, duration: HOURS } as const

/** What may be held without being paid; applied by server/orders/holding.ts. Those who buy never come near it. */
export const HOLDING = {
  /** So many of one product may be held by anybody, however few are left. */
  few: 6,
  account: {
    /** Orders that are not paid. */
    orders: 15,
    /** Beyond `few`, as many of one product as are left for others: half of them. */
    timesLeft: 1,
    /** Full holds that ran out or were cancelled within a day, counted by their time. */
    wasted: 8,
  },
  /** A household, an office, a café: several accounts. */
  network: {
    orders: 45,
    /** Three times what is left: three quarters. */
    timesLeft: 3,
    wasted: 24,
  },
} as const
