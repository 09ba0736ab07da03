/**
 * What the house reads in its inbox, and what a visitor is answered. A visitor's words stand in the body alone, but
 * for a name in the subject.
 */
import type { StoredLetter } from '#shared/api/inbox.ts'
import { brand } from '#shared/brand.ts'
import { formatDate } from '#shared/dates.ts'
import type { MessageRow } from '../db/schema.ts'
import { facts, quoted, renderLetter, words } from '../mail/template.ts'

const SUBJECT_NAME = 60
const PREVIEW = 120

type Letter = { subject: string; text: string; html: string }
/** What a visitor wrote, before it is a row. */
export type Written = Omit<MessageRow, 'id' | 'outbox_id' | 'status' | 'note' | 'search_text' | 'created_at'>

/** @param origin where the shop is found */
export function letterOf(written: Written, origin: string): Letter {
  const { kind, name, message } = written
  const letter = {
    preview: message.slice(0, PREVIEW).toWellFormed(),
    title: TITLES[kind],
    parts: [facts(factsOf(written)), quoted(message)],
    why: CLOSING,
  }
  return { subject: `${SUBJECTS[kind]} ${plain(name)}`, ...renderLetter(letter, origin) }
}

/**
 * The house's answer, with what it answers below it: nobody has to remember what they wrote.
 * @param origin where the shop is found
 */
export function answerLetterOf(
  { kind, message, createdAt }: Pick<StoredLetter, 'kind' | 'message' | 'createdAt'>,
  text: string,
  origin: string,
): Letter {
  const what = kind === 'contact' ? 'message' : 'wholesale enquiry'
  const letter = {
    preview: text.slice(0, PREVIEW).toWellFormed(),
    title: 'Our answer',
    parts: [
      ...text.split(/\n{2,}/).map(words),
      words(`On ${formatDate(createdAt, 'day')} you wrote:`),
      quoted(message),
    ],
    why: 'You have this letter because you wrote to us through our website. Reply to it to write to us again.',
  }
  return { subject: `Your ${what} to ${brand.roasters}`, ...renderLetter(letter, origin) }
}

const SUBJECTS = { contact: 'Message from', wholesale: 'Wholesale enquiry from' } as const
const TITLES = { contact: 'A message', wholesale: 'A wholesale enquiry' } as const
const CLOSING = 'Sent through the website. Answer this mail to answer the sender.'

function factsOf({ kind, ...written }: Written): [string, string][] {
  if (kind === 'contact')
    return [
      ['Name', written.name],
      ['Email', written.email],
    ]
  return [
    ['Business Name', written.name],
    ['Type of Business', written.type_of_business],
    ['Email', written.email],
    ['Phone', written.phone],
    ['Quantity', `${written.qty} lbs/ month`],
    ['Website/ Socials', written.social || '-'],
  ]
}

/** Letters, marks, digits and punctuation of a name in one line: nothing that could begin a header of its own. */
function plain(name: string): string {
  const line = name.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim()
  return line.slice(0, SUBJECT_NAME).toWellFormed()
}
