/**
 * Builds an email as one block of bytes, with nodemailer's encoders. When nodemailer builds it, every part passes through
 * several streams, which takes more CPU time than sending it (decisions/041-performance.md).
 */
import MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import type { OutgoingMail } from '../providers.ts'

/** RFC 2045, section 6.7. */
const LINE = 76

/** An email for nodemailer's `sendMail`: the text and the HTML as alternatives, and the addresses of the envelope. */
export function buildMessage(mail: OutgoingMail) {
  const { from, to, replyTo, subject, text, html, calendar, unsubscribe, messageId } = mail
  const root = new MimeNode(calendar === undefined ? 'multipart/alternative' : 'multipart/mixed')
  root.setHeader({
    from,
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { 'reply-to': { name: '', address: replyTo } }),
    subject,
    'message-id': messageId,
    'auto-submitted': 'auto-generated',
    ...(unsubscribe === undefined
      ? {}
      : { 'list-unsubscribe': `<${unsubscribe}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }),
  })
  // Sets the boundary, too.
  const headers = root.buildHeaders()
  const limit = `--${String(root.boundary)}`
  const texts = (line: string) => [part(line, 'text/plain', text), part(line, 'text/html', html)].join('')
  const body =
    calendar === undefined
      ? texts(limit)
      : `${nested(limit, texts)}${part(limit, CALENDAR, calendar, ATTACHED)}`
  const { from: sender, to: recipients } = root.getEnvelope()
  return {
    envelope: { from: sender, to: recipients },
    messageId,
    raw: Buffer.from(`${headers}\r\n\r\n${body}${limit}--\r\n`),
  }
}

const CALENDAR = 'text/calendar; method=PUBLISH'
const ATTACHED = '\r\nContent-Disposition: attachment; filename="event.ics"'

/** Both texts as one part of an email that has an attachment, too. */
function nested(limit: string, texts: (limit: string) => string): string {
  const boundary = `${limit.slice(2)}-texts`
  const inner = `--${boundary}`
  return `${limit}\r\nContent-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n${texts(inner)}${inner}--\r\n`
}

function part(limit: string, type: string, content: string, more = ''): string {
  const lines = content.replaceAll(/\r?\n/g, '\r\n')
  const headers = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable${more}`
  return `${limit}\r\n${headers}\r\n\r\n${wrap(encode(lines), LINE)}\r\n`
}
