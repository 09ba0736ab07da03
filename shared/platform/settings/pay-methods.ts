/** Which ways to pay the checkout offers. PayPal is always offered. decisions/073-ways-to-pay.md */
import * as z from 'zod/mini'
import { PAY_METHODS, type PayMethod } from '../pay-methods.ts'
import type { EditOf } from '../resources/described.ts'
import { check, ruledText } from '../resources/kinds.ts'

/** Where Apple reads the domain file. */
export const APPLE_DOMAIN_PATH = '/.well-known/apple-developer-merchantid-domain-association'

/** In bytes. Apple's own file has about 9,000. */
export const MAX_DOMAIN_FILE = 20_000

const words = ['Off', 'Offered'] as const

/** The text of a file, kept exactly: no trimming, and no changes of line ends. */
const domainFile = z.string().check(
  z.refine((text) => text.isWellFormed(), 'This is not the text of a file'),
  z.refine(
    (text) => new TextEncoder().encode(text).length <= MAX_DOMAIN_FILE,
    `This file is larger than ${MAX_DOMAIN_FILE / 1000} kB. Use the file that PayPal offers for download`,
  ),
)

export const payMethodFields = {
  card: check('Cards, without a PayPal account', {
    column: 'card',
    words,
    edit: z.boolean(),
    hint: 'PayPal’s own form for a credit or debit card',
  }),
  venmo: check('Venmo', {
    column: 'venmo',
    words,
    edit: z.boolean(),
    hint: 'On phones with the app, and by scanning a code on a computer',
  }),
  payLater: check('Pay Later', {
    column: 'pay_later',
    words,
    edit: z.boolean(),
    hint: 'Buyers pay in parts, and PayPal pays you the whole amount at once. Its fee is higher. From $30',
  }),
  googlePay: check('Google Pay', {
    column: 'google_pay',
    words,
    edit: z.boolean(),
    hint: 'Enable it first in the settings of your app at PayPal',
  }),
  applePay: check('Apple Pay', {
    column: 'apple_pay',
    words,
    edit: z.boolean(),
    hint: 'Enable it first in the settings of your app at PayPal, with the file below',
  }),
  appleDomainFile: {
    ...ruledText('Apple’s domain file', { column: 'apple_domain_file', edit: z._default(domainFile, '') }),
    print: fileText,
  },
}

export type PayMethodSettings = EditOf<typeof payMethodFields>

/** Apple Pay and Google Pay do nothing before they are enabled at PayPal. */
export const PAY_METHOD_DEFAULTS: PayMethodSettings = {
  card: true,
  venmo: true,
  payLater: true,
  googlePay: false,
  applePay: false,
  appleDomainFile: '',
}

/** The sandbox's Apple Pay checks that there is a file, but not which one. */
export const SANDBOX_DOMAIN_FILE =
  'An example for the sandbox. A shop with Apple Pay has the file from PayPal here.\n'

/** In sandbox mode nothing must be enabled anywhere, so a first start shows every method. */
export const SANDBOX_PAY_METHOD_DEFAULTS: PayMethodSettings = {
  ...PAY_METHOD_DEFAULTS,
  googlePay: true,
  applePay: true,
  appleDomainFile: SANDBOX_DOMAIN_FILE,
}

/** The methods that are switched on, in the order of the checkout. */
export function methodsIn(settings: PayMethodSettings): PayMethod[] {
  const isOn: Record<PayMethod, boolean> = {
    paypal: true,
    card: settings.card,
    venmo: settings.venmo,
    apple_pay: settings.applePay,
    google_pay: settings.googlePay,
    pay_later: settings.payLater,
  }
  return PAY_METHODS.filter((method) => isOn[method])
}

/** The change log shows the size and the beginning, which differ between two files. */
function fileText(file: string): string {
  return file === '' ? '' : `${file.length} characters: ${file.slice(0, 24).replace(/\s+/g, ' ')}…`
}
