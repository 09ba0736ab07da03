/** The texts that the desk proposes for mails to applicants and accounts. Staff read and change them before they go. */
import { counted } from '#shared/kernel/counts.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'

/** The longest text. */
export const LETTER_MAX = 5000

type Facts = {
  /** The first name of the applicant, or the name of the business. */
  name: string
  /** The name of the shop. */
  shop: string
  /** What is missing or wrong, in sentences. */
  missing: readonly string[]
}

/** A question about what is missing. */
export function askLetter({ name, shop, missing }: Facts): string {
  const list =
    missing.length > 0 ? missing.map((each) => `- ${each}`).join('\n') : '- (Write here what you need.)'
  return `Hello ${name},

thank you for your application. Before we can open your account, we need one more thing:

${list}

The button below opens your application again. What you entered is still there.

Best regards
${shop}`
}

export function declineLetter({ name, shop }: Facts): string {
  return `Hello ${name},

thank you for your interest in our coffee. We are sorry that we cannot open a wholesale account for you at the moment.

You can buy from our shop at any time, and we are happy to hear from you again.

Best regards
${shop}`
}

export function approveLetter({ name, shop }: Facts): string {
  return `Hello ${name},

welcome! Your wholesale account is open. Press the button to join: you choose a password, and then you can order.

You can invite the people who order and who pay the bills on the page of your account.

Best regards
${shop}`
}

type Moving = {
  /** The name of the account. */
  account: string
  /** The name of the shop. */
  shop: string
  /** Dollars on invoices that are not paid. */
  open: number
  /** Dollars of orders on account that are accepted and not on an invoice yet. */
  accepted: number
  /** How many standing orders the account has. */
  standing: number
}

/** What stays as it is when an account moves to prepaid, and what becomes of its standing orders, in sentences. */
export function prepaidFacts({ open, accepted, standing }: Omit<Moving, 'account' | 'shop'>): string[] {
  return [
    ...whatStays({ open, accepted }),
    ...(standing > 0
      ? [
          `${counted(standing, 'standing order')} ${standing === 1 ? 'goes' : 'go'} on: each of the orders has to be paid before its cut-off.`,
        ]
      : []),
  ]
}

/** The same for an account that closes. */
export function retailFacts({ open, accepted, standing }: Omit<Moving, 'account' | 'shop'>): string[] {
  return [
    ...whatStays({ open, accepted }),
    ...(standing > 0
      ? [
          `${counted(standing, 'standing order')} ${standing === 1 ? 'ends' : 'end'}. Orders that are written already are delivered.`,
        ]
      : []),
  ]
}

function whatStays({ open, accepted }: Pick<Moving, 'open' | 'accepted'>): string[] {
  return [
    ...(open > 0 ? [`Open invoices of ${formatDollars(open)} stay due as they are.`] : []),
    ...(accepted > 0
      ? [`Accepted orders of ${formatDollars(accepted)} are delivered and billed as agreed.`]
      : []),
  ]
}

export function prepaidLetter({ account, shop, ...facts }: Moving): string {
  return `Hello,

from today on, orders of ${account} are paid when they are placed, by card or PayPal. Your prices stay the same.
${listed(prepaidFacts(facts))}
Please write to us if you have a question.

Best regards
${shop}`
}

export function retailLetter({ account, shop, ...facts }: Moving): string {
  return `Hello,

we are closing the wholesale account of ${account}. You can buy from our shop at retail prices at any time.
${listed(retailFacts(facts))}
Thank you for your orders. Please write to us if you have a question, or if you need more coffee again.

Best regards
${shop}`
}

const listed = (sentences: readonly string[]) => sentences.map((each) => `\n- ${each}`).join('') + '\n'
