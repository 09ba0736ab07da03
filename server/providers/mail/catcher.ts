/**
 * The mail server of a shop without one: real SMTP on a port of this machine, which keeps what it is given and
 * delivers nothing. The shop sends to it through the same client as to any other. Started with the first mail.
 */
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import type { Email } from 'postal-mime'
import { smtpMail, type SmtpMail } from './smtp.ts'

const KEEP = 200
const MAX_BYTES = 1024 * 1024

export type Catcher = {
  port: number
  /** `smtp://127.0.0.1:<port>` */
  url: string
  /** The last 200 mails, oldest first. */
  mails: Email[]
  close(): Promise<void>
}

/** Listens on `port`, or on any free one. */
export async function startCatcher(port = 0): Promise<Catcher> {
  const [{ SMTPServer }, { default: PostalMime }] = await Promise.all([
    import('smtp-server'),
    import('postal-mime'),
  ])
  const mails: Email[] = []
  const take = callbackify(async (stream: Readable) => {
    mails.push(await PostalMime.parse(await buffer(stream)))
    if (mails.length > KEEP) mails.shift()
  })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    rejectOversized: true,
    closeTimeout: 100,
    onData: (stream, _session, done) => take(stream, done),
  })
  // A client that hangs up is no reason for the shop to end.
  server.on('error', () => {})
  const bound = await new Promise<number>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port))
  })
  return {
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The client on a catcher of its own. */
export function sandboxMail(): Omit<SmtpMail, 'caught'> & { caught(): Promise<Email[]> } {
  let started: ReturnType<typeof startSandbox> | null = null
  return {
    mode: 'sandbox',
    send: async (mail) => (await (started ??= startSandbox())).client.send(mail),
    check: async (mail) => (await (started ??= startSandbox())).client.check(mail),
    caught: async () => (started ? (await started).catcher.mails : []),
    close: async () => {
      if (started === null) return
      const { catcher, client } = await started
      await client.close()
      await catcher.close()
    },
  }
}

async function startSandbox(): Promise<{ catcher: Catcher; client: SmtpMail }> {
  const catcher = await startCatcher()
  return { catcher, client: smtpMail({ url: catcher.url, mode: 'sandbox' }) }
}
