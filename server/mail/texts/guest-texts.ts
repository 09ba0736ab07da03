/** The texts of mails to guests that are not about a single order. */
import type { LinkWords } from './mail-links.ts'
import { button, linkLine, oneLine, paragraph, type MailContent } from './template.ts'

const WHY = 'You get this email because an order was placed at our shop with this address.'

const greeting = (name: string) => paragraph(`Hello ${oneLine(name)},`)

/** The mail with the link that finishes the account of a guest. */
export function finishAccount({ name, link }: { name: string; link: string }): MailContent {
  return {
    preview: 'Open the link and enter the password that you chose.',
    title: 'Finish your account',
    parts: [
      greeting(name),
      paragraph(
        'Someone, probably you, asked for an account at our shop after an order. Open the link and enter the password that you chose: the account is then ready, and your orders are in it.',
      ),
      button('Finish your account', link),
      paragraph(
        'The link works once, within 24 hours. If this was not you, ignore this email: no account is created.',
      ),
    ],
    why: WHY,
  }
}

/** The mail to a guest who asked for an account and has one. */
export function existingAccount({ name, link }: { name: string; link: string }): MailContent {
  return {
    preview: 'Sign in to see your orders.',
    title: 'You have an account already',
    parts: [
      greeting(name),
      paragraph(
        'Someone, probably you, asked for an account at our shop after an order. This address has an account already, and it has not changed. Sign in and open your profile to add the order to it.',
      ),
      button('Sign in', link),
      paragraph('If this was not you, ignore this email.'),
    ],
    why: WHY,
  }
}

/** The mail with new links to the guest's orders, each with the number and the day of the order. */
export function orderLinks({ name, links }: { name: string; links: LinkWords[] }): MailContent {
  return {
    preview: 'Each link opens one order.',
    title: 'Your orders',
    parts: [
      greeting(name),
      paragraph(
        'Someone, probably you, asked for the links to the orders that were placed with this address.',
      ),
      ...links.map(({ words, url }) => linkLine(words, url)),
      paragraph(
        'Each link opens one order and works for 180 days. Anyone who has it can see and cancel that order.',
      ),
    ],
    why: WHY,
  }
}
