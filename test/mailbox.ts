/** The mails that the shop has sent, for tests that read mail. */
import { MINUTE } from '#server/kernel/time/clock.ts'
import { sendWaiting } from '#server/mail/sending/send.ts'
import type { TestShop } from './shop.ts'

/** The settings of a shop whose mails contain links to its own address. */
export const MAIL_SETTINGS = {
  SHOP_INBOX: 'inbox@shop.example',
  MAIL_FROM: 'web@shop.example',
  PUBLIC_ORIGIN: 'https://frame.example',
  ALLOW_SANDBOX: '1',
}

type ReceivedMail = Awaited<ReturnType<TestShop['mail']['caught']>>[number]

export type Mailbox = {
  /** Sends the queued mails, and returns those received since the last call, oldest first. */
  newMails(): Promise<ReceivedMail[]>
  /** Like `newMails`, after the clock has passed the time at which mails about unpaid orders are sent. */
  unpaidMails(): Promise<ReceivedMail[]>
  /** Like `newMails`, only for this address. */
  newMailsTo(email: string): Promise<ReceivedMail[]>
}

export function mailboxOf(shop: TestShop): Mailbox {
  const seen = new Set<string>()
  const newMails = async () => {
    await sendWaiting(shop.shop)
    const fresh = (await shop.mail.caught()).filter(({ messageId = '' }) => !seen.has(messageId))
    for (const { messageId = '' } of fresh) seen.add(messageId)
    return fresh
  }
  return {
    newMails,
    unpaidMails: () => {
      shop.clock.advance(11 * MINUTE)
      return newMails()
    },
    newMailsTo: async (email) =>
      (await newMails()).filter(({ to }) => to?.some(({ address }) => address === email)),
  }
}

/** The token after `#` of the link to this page in an email. Throws if there is none. */
export function tokenIn(mail: { text?: string } | undefined, page: string): string {
  return afterHash(mail, page, '[\\w-]{43}')
}

/** The token of a signed link: when it expires, a dot, and the signature. Throws if there is none. */
export function signedTokenIn(mail: { text?: string } | undefined, page: string): string {
  return afterHash(mail, page, '[0-9a-z]+\\.[\\w-]{43}')
}

function afterHash(mail: { text?: string } | undefined, page: string, form: string): string {
  const [, token] = new RegExp(`${page}#(${form})(?![\\w-])`).exec(mail?.text ?? '') ?? []
  if (!token) throw new Error(`No link to ${page} in: ${mail?.text ?? 'no mail'}`)
  return token
}
