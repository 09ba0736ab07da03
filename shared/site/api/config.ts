/** The settings that the browser needs. Answers without a tag in `cached` change only when the server restarts. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { instant } from '#shared/kernel/fields.ts'
import { FEES, METHODS, POLICIES } from '#shared/platform/return-rules.ts'
import { PART_IDS } from '#shared/platform/parts.ts'
import { PAY_METHODS } from '#shared/platform/pay-methods.ts'

const hours = z.object({ from: z.string(), to: z.string() })
const periods = z.array(hours)

/** Vacation mode while it is on: `text` says when it ends. */
const vacation = z.object({ message: z.string(), text: z.string(), isPaused: z.boolean() })
export type Vacation = z.infer<typeof vacation>

/** `_id` differs for each saved announcement. */
const announcement = z.object({
  _id: z.string(),
  text: z.string(),
  link: z.string(),
  linkText: z.string(),
})
export type Announcement = z.infer<typeof announcement>

const returnRules = z.object({
  policy: z.enum(['', ...POLICIES]),
  days: z.nullable(z.int()),
  coffee: z.boolean(),
  fees: z.enum(['', ...FEES]),
  fee: z.nullable(z.number()),
  method: z.enum(['', ...METHODS]),
  link: z.string(),
})

const currentBusiness = z.object({
  name: z.string(),
  mark: z.string(),
  roasters: z.string(),
  coffeeRoasters: z.string(),
  defaultTitle: z.string(),
  defaultDescription: z.string(),
  tagline: z.string(),
  footer: z.string(),
  contactEmail: z.string(),
  phone: z.string(),
  place: z.object({
    street: z.string(),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
    country: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    mapUrl: z.string(),
  }),
  links: z.object({ shop: z.string(), app: z.string(), instagram: z.string() }),
  music: z.object({ title: z.string() }),
  hours: z.object({
    week: z.object({
      Mon: periods,
      Tue: periods,
      Wed: periods,
      Thu: periods,
      Fri: periods,
      Sat: periods,
      Sun: periods,
    }),
    /** Special days that have not passed, at most a year ahead. */
    special: z.array(z.object({ from: z.string(), to: z.string(), hours: periods, reason: z.string() })),
  }),
  /** Whether the bar is open now: `Open now until 5 pm`. */
  open: z.object({ isOpen: z.boolean(), text: z.string() }),
  /** Today's date in the shop's time zone. */
  today: z.string(),
  announcement: z.nullable(announcement),
  vacation: z.nullable(vacation),
  /** The sales tax, in thousandths of a percent. */
  tax: z.object({ state: z.string(), thousandths: z.int() }),
  /** The codes of the places that the shop does not ship to. */
  excluded: z.array(z.string()),
  /** What can be returned (shared/platform/returns.ts). */
  returns: returnRules,
  /** Whether the desk shows weights in pounds and ounces first. */
  inPounds: z.boolean(),
  /** All departments of the shop in their order, for the menu. Some may have no products. */
  departments: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** The parts of the shop that are not off; of those that are closing, nothing new is offered. */
  parts: z.partialRecord(z.enum(PART_IDS), z.enum(['on', 'closing'])),
  /** The time at which this answer becomes outdated. */
  until: instant,
})
export type CurrentBusiness = z.infer<typeof currentBusiness>

export const config = contract({
  business: {
    method: 'GET',
    path: '/api/config/business',
    access: 'public',
    summary:
      'What all pages show about the shop: names, address, opening hours, whether it is open now, announcement, vacation, tax, departments and the unit of weights',
    cached: ['Settings'],
    cachedUntil: 'until',
    reply: currentBusiness,
  },
  paypal: {
    method: 'GET',
    path: '/api/config/paypal',
    access: 'public',
    summary: 'The payment provider’s public client id and scripts, and the methods that the owner offers',
    cached: ['Settings'],
    reply: z.object({
      clientId: z.string(),
      scriptUrl: z.string(),
      environment: z.enum(['production', 'sandbox']),
      currency: z.literal('USD'),
      /** The methods that the owner has switched on, in the order of the checkout. PayPal may grant fewer. */
      methods: z.array(z.enum(PAY_METHODS)),
      /** Google’s and Apple’s own scripts; in sandbox mode the sandbox’s. */
      googleScriptUrl: z.string(),
      appleScriptUrl: z.string(),
      /** The name on the sheets of Apple and Google. */
      merchantName: z.string(),
      /** True when no money moves. */
      sandbox: z.boolean(),
    }),
  },
  passwords: {
    method: 'GET',
    path: '/api/config/passwords',
    access: 'public',
    summary: 'The rules for a new password',
    cached: [],
    reply: z.object({
      /** The minimum length in characters. */
      minLength: z.int(),
      /** Very common passwords are refused. */
      refusesCommon: z.boolean(),
    }),
  },
  music: {
    method: 'GET',
    path: '/api/config/music',
    access: 'public',
    summary:
      'The playlist of the music page: the URL of its player for an iframe, and its URL at the service',
    cached: ['Settings'],
    reply: z.object({
      playlist: z.object({
        player: z.string(),
        /** The playlist's URL at the service; null for the sandbox player. */
        link: z.nullable(z.string()),
        /** Whether the player is embedded with the page, or only after the visitor has pressed a button. */
        load: z.enum(['page', 'click']),
        /** True if no playlist is configured, and the page shows the sandbox's player. */
        sandbox: z.boolean(),
      }),
    }),
  },
})
