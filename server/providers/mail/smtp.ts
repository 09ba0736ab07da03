/**
 * Sends mail over SMTP with a small connection pool of nodemailer, which is loaded with the first mail. Reads mail from
 * the mail sandbox, which stores mail instead of delivering it.
 */
import { connect, type Socket } from 'node:net'
import { hostOf, isForbiddenIp, lookUpOnly } from '#server/kernel/network/public-address.ts'
import { within } from '#server/kernel/time/timed.ts'
import type { Mode } from '../service.ts'
import { type Mail, MailRefused, MailUnavailable, type OutgoingMail } from '../providers.ts'

export type SmtpMail = Mail & { close(): Promise<void> }

/** Time limits in milliseconds. If the mail server exceeds them, it counts as unavailable, and the outbox retries. */
const TIMEOUTS = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 20_000, dnsTimeout: 5000 }
const SEND_TIMEOUT = 40_000
/** The limit of a connection test is shorter, because an admin waits for the result. */
const CHECK_TIMEOUT = 8_000

/** Nodemailer's error codes for problems of the mail itself. All other codes are about the connection. */
const MAIL_ERROR_CODES = new Set(['EENVELOPE', 'EMESSAGE'])

type SmtpOptions = {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  url: string
  mode: Mode
  /** Whether a connection to this IP address is allowed; without it, to every address. */
  mayReach?: (address: string) => boolean
  /** Time limit for each of the two steps of a check, in milliseconds. */
  checkMs?: number
  /** Time limit for sending one mail, in milliseconds. */
  sendMs?: number
}

export function smtpMail({
  url,
  mode,
  mayReach,
  checkMs = CHECK_TIMEOUT,
  sendMs = SEND_TIMEOUT,
}: SmtpOptions): SmtpMail {
  let opened: ReturnType<typeof openTransport> | null = null
  return {
    mode,
    send: async (mail) => {
      const { transport, toMessage } = await (opened ??= openTransport(url, mayReach))
      try {
        await within(sendMs, (signal) => transport.sendMail({ ...toMessage(mail), signal }))
      } catch (error) {
        throw translate(error)
      }
    },
    check: async (mail) => {
      const { transport, toMessage } = await (opened ??= openTransport(url, mayReach))
      const late = new MailUnavailable('The mail server did not answer in time')
      const signal = AbortSignal.timeout(checkMs)
      try {
        // The check signs in on a new connection first, because an open connection would hide a changed password.
        await withTimeLimit(transport.verify(), checkMs, late)
        await withTimeLimit(transport.sendMail({ ...toMessage(mail), signal }), checkMs, late)
      } catch (error) {
        throw error === late ? late : translate(error)
      }
    },
    close: async () => {
      const connected = await opened
      connected?.transport.close()
    },
  }
}

async function openTransport(url: string, mayReach: SmtpOptions['mayReach']) {
  const { createTransport } = await import('nodemailer')
  const { buildMessage } = await import('./message.ts')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    ...TIMEOUTS,
    ...(mayReach ? { getSocket: socketsTo(url, mayReach) } : {}),
  })
  // A file name or URL in a body must not make nodemailer read it.
  const toMessage = (mail: OutgoingMail) => ({
    ...buildMessage(mail),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { transport, toMessage }
}

const inPrivateNetwork = () => new MailUnavailable('The mail server is in a private network')

type OnSocket = (error: Error | null, options?: { connection: Socket }) => void

/** Opens the connections for nodemailer, but only to allowed addresses. */
function socketsTo(url: string, mayReach: (address: string) => boolean) {
  const server = new URL(url)
  const [host, port] = [hostOf(server), Number(server.port)]
  return (_options: unknown, done: OnSocket) => {
    if (isForbiddenIp(host, mayReach)) return done(inPrivateNetwork())
    const socket = connect({ host, port, lookup: lookUpOnly(mayReach, inPrivateNetwork) })
    const timer = setTimeout(
      () => socket.destroy(new Error('Connection timeout')),
      TIMEOUTS.connectionTimeout,
    )
    socket.once('error', done)
    socket.once('close', () => clearTimeout(timer))
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', done)
      done(null, { connection: socket })
    })
  }
}

/**
 * Throws `late` after the time limit. The work itself cannot be aborted; it continues until nodemailer's own limits.
 */
async function withTimeLimit(work: Promise<unknown>, milliseconds: number, late: Error): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, milliseconds, late)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

function translate(error: unknown): Error {
  const { code, message } = error as { code?: string; message: string }
  return code !== undefined && MAIL_ERROR_CODES.has(code)
    ? new MailRefused(message, { cause: error })
    : new MailUnavailable(message, { cause: error })
}

/** The time limit for reading a mail from the sandbox. */
const TIMEOUT_MS = 2000

/**
 * The text of an email in the mail sandbox; null if the sandbox does not have the mail or does not respond.
 * @param url `caughtUrl` of the sandboxes' report
 */
export async function caughtText(url: string, messageId: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(`${url}/${encodeURIComponent(messageId)}`, { signal })
    const { text } = (await answer.json()) as { text?: unknown }
    return answer.ok && typeof text === 'string' ? text : null
  } catch {
    return null
  }
}
