/** Mail over SMTP: nodemailer with a few connections kept open. Loaded with the first mail. */
import type { Mode } from '../mode.ts'
import type { Mail, OutgoingMail } from '../providers.ts'
import { MailRefused, MailUnavailable } from '../providers.ts'

export type SmtpMail = Mail & { close(): Promise<void> }

/** A mail server that lets us wait longer than this counts as away; the outbox tries again. */
const PATIENCE = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 20_000, dnsTimeout: 5000 }
const WHOLE_PATIENCE = 40_000
/** Somebody waits at a button. */
const CHECK_PATIENCE = 8_000

/** What the server said about this one mail; every other code is about the way to it. */
const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])

type SmtpOptions = {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  url: string
  mode: Mode
  /** For each of the two steps of a check, in milliseconds. */
  checkMs?: number
  /** For a whole mail, in milliseconds. */
  sendMs?: number
}

export function smtpMail({
  url,
  mode,
  checkMs = CHECK_PATIENCE,
  sendMs = WHOLE_PATIENCE,
}: SmtpOptions): SmtpMail {
  let opened: ReturnType<typeof openTransport> | null = null
  return {
    mode,
    send: async (mail) => {
      const transport = await (opened ??= openTransport(url))
      try {
        await transport.sendMail({ ...toMessage(mail), signal: AbortSignal.timeout(sendMs) })
      } catch (error) {
        throw translate(error)
      }
    },
    check: async (mail) => {
      const transport = await (opened ??= openTransport(url))
      const late = new MailUnavailable('The mail server did not answer in time')
      const signal = AbortSignal.timeout(checkMs)
      try {
        // Signing in comes first, on a connection of its own: a kept one would hide a password that was changed.
        await orLate(transport.verify(), checkMs, late)
        await orLate(transport.sendMail({ ...toMessage(mail), signal }), checkMs, late)
      } catch (error) {
        throw error === late ? late : translate(error)
      }
    },
    close: async () => {
      const transport = await opened
      transport?.close()
    },
  }
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, pool: true, maxConnections: 2, ...PATIENCE })
}

/** What takes too long is left to itself: nodemailer cannot be told to stop, and hangs up by its own limits. */
async function orLate(work: Promise<unknown>, milliseconds: number, late: Error): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, milliseconds, late)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

function toMessage({ replyTo, ...mail }: OutgoingMail) {
  return {
    ...mail,
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    to: { name: '', address: mail.to },
    headers: { 'Auto-Submitted': 'auto-generated' },
    // A body that names a file or an address must never make the server read it.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function translate(error: unknown): Error {
  const { code, message } = error as { code?: string; message: string }
  return code !== undefined && ABOUT_THE_MAIL.has(code)
    ? new MailRefused(message, { cause: error })
    : new MailUnavailable(message, { cause: error })
}
