/**
 * Composes the mail to the shop about a visitor's message, and the mail to the visitor with the answer. Text from
 * visitors appears only in the body; the subject contains only the visitor's name.
 */
import type { StoredMessage } from '#shared/mail/api/inbox.ts'
import type { Business } from '#shared/platform/business.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { PROBLEM_NAMES } from '#shared/checkout/problems.ts'
import type { MessageRow } from '#server/kernel/db/schema.ts'
import { siteOf, type LinkWords } from '../kinds/mail-links.ts'
import { facts, mailBody, oneLine, quoted, typedText, type MailBody } from '../kinds/template.ts'

const SUBJECT_NAME = 60
const PREVIEW = 120

type MailWithSubject = MailBody & { subject: string }
/** A visitor's message before it is stored. */
export type Written = Omit<MessageRow, 'id' | 'outbox_id' | 'status' | 'note' | 'search_text' | 'created_at'>

/** The order that a message is about: its number, and the items of a problem. */
export type AboutOrder = { number: string; items: readonly { title: string; qty: number }[] }

/**
 * @param origin origin of the shop, for links
 * @param about the order of a question or problem
 */
export function mailFor(
  written: Written,
  origin: string,
  business: Business,
  about?: AboutOrder,
): MailWithSubject {
  const { kind, name, message } = written
  const mail = {
    preview: (message || problemOf(written)).slice(0, PREVIEW).toWellFormed(),
    title: TITLES[kind],
    parts: [facts(factsOf(written, origin, about)), ...(message ? [quoted(message)] : [])],
    why: CLOSING,
  }
  return { subject: `${SUBJECTS[kind]} ${plain(name)}`, ...mailBody(mail, origin, business) }
}

/**
 * The mail with the shop's answer, with the original message below it.
 * @param origin origin of the shop, for links
 */
export function answerMailFor(
  { kind, message, problem, createdAt }: Pick<StoredMessage, 'kind' | 'message' | 'problem' | 'createdAt'>,
  text: string,
  origin: string,
  business: Business,
): MailWithSubject {
  const what = kind === 'contact' ? 'message' : 'wholesale inquiry'
  const mail = {
    preview: text.slice(0, PREVIEW).toWellFormed(),
    title: 'Our answer',
    parts: [
      ...text.split(/\n{2,}/).map(typedText),
      `On ${formatDate(createdAt, 'day')} you wrote:`,
      quoted(message || problemOf({ problem: problem ?? '' })),
    ],
    why: 'You received this email because you wrote to us through our website. Reply to it to write to us again.',
  }
  return { subject: `Your ${what} to ${business.roasters}`, ...mailBody(mail, origin, business) }
}

const SUBJECTS = { contact: 'Message from', wholesale: 'Wholesale inquiry from' } as const
const TITLES = { contact: 'A message', wholesale: 'A wholesale inquiry' } as const
const CLOSING = 'Sent through the website. Answer this email to answer the sender.'

type Fact = [label: string, value: string | LinkWords]

function problemOf({ problem }: Pick<Written, 'problem'>): string {
  return problem ? PROBLEM_NAMES[problem] : ''
}

function factsOf({ kind, ...message }: Written, origin: string, about?: AboutOrder): Fact[] {
  if (kind === 'contact')
    return [
      ['Name', message.name],
      ['Email', message.email],
      ...(about
        ? ([
            ['Order', { words: `No. ${about.number}`, url: `${origin}/order/${message.order_id}` }],
            ['Problem', problemOf(message)],
            ['Items', about.items.map(({ title, qty }) => `${qty} × ${title}`).join('\n')],
          ] satisfies Fact[])
        : []),
    ]
  return [
    ['Business Name', message.name],
    ['Type of Business', message.type_of_business],
    ['Email', message.email],
    ['Phone', message.phone],
    ['Quantity', `${message.qty} lbs/ month`],
    ['Website/ Socials', linkIfAddress(message.social) || '-'],
  ]
}

/** An address that the visitor entered, as a link with the name of the site. Other texts stay as they are. */
function linkIfAddress(text: string): string | LinkWords {
  const words = siteOf(text.trim())
  return words === '' ? text : { words, url: text.trim() }
}

/** Removes line breaks and control characters from a name, so that it cannot start a new email header. */
function plain(name: string): string {
  return oneLine(name).slice(0, SUBJECT_NAME).toWellFormed()
}
