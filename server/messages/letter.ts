/** What the house reads in its inbox. A visitor's words stand in the body alone, but for a name in the subject. */
import type { MessageRow } from '../db/schema.ts'
import { escapeMarkup } from '../escape.ts'

const SUBJECT_NAME = 60

type Letter = { subject: string; text: string; html: string }
/** What a visitor wrote, before it is a row. */
export type Written = Omit<MessageRow, 'id' | 'outbox_id' | 'status' | 'note' | 'search_text' | 'created_at'>

export function letterOf(written: Written): Letter {
  const facts = factsOf(written)
  const { message } = written
  return {
    subject: `${SUBJECTS[written.kind]} ${plain(written.name)}`,
    text: `${facts.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n${message}\n\n--\n${CLOSING}\n`,
    html: htmlOf(facts, message),
  }
}

const SUBJECTS = { contact: 'Message from', wholesale: 'Wholesale enquiry from' } as const
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

function htmlOf(facts: [string, string][], message: string): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#6b6459">${escapeMarkup(label)}</td><td>${escapeMarkup(value)}</td></tr>`,
  )
  return [
    '<!doctype html><html lang="en"><body style="margin:0;padding:24px;font:16px/1.5 Georgia,serif;color:#1b1a17">',
    `<table role="presentation" style="border-collapse:collapse;max-width:600px">${rows.join('')}</table>`,
    `<p style="max-width:600px;margin:24px 0;white-space:pre-wrap">${escapeMarkup(message)}</p>`,
    `<p style="color:#6b6459;font-size:14px">${CLOSING}</p>`,
    '</body></html>',
  ].join('\n')
}
