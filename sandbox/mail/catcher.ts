/**
 * The mail server of a shop without its own mail server: real SMTP on a port of this machine. It stores mails and
 * delivers none.
 */
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import type { Email } from 'postal-mime'
import { message, type WebRoute } from '../web.ts'

const MAX_MAILS = 200
const MAX_BYTES = 1024 * 1024

export type Catcher = {
  port: number
  /** `smtp://127.0.0.1:<port>` */
  url: string
  /** The last 200 mails, oldest first. */
  mails: Email[]
  /** What new connections get instead of a mail server: they are refused, or hear nothing. For tests. */
  outage: 'refuse' | 'hang' | null
  close(): Promise<void>
}

/** Listens on `port`; 0 selects a free port. */
export async function startCatcher(port = 0): Promise<Catcher> {
  const [{ SMTPServer }, { default: PostalMime }] = await Promise.all([
    import('smtp-server'),
    import('postal-mime'),
  ])
  const mails: Email[] = []
  const catcher: Pick<Catcher, 'outage'> = { outage: null }
  const take = callbackify(async (stream: Readable) => {
    mails.push(await PostalMime.parse(await buffer(stream)))
    if (mails.length > MAX_MAILS) mails.shift()
  })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    rejectOversized: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      if (catcher.outage === 'refuse') done(new Error('Try again later'))
      else if (catcher.outage === null) done()
    },
    onData: (stream, _session, done) => take(stream, done),
  })
  // Without this listener, a client that closes its connection early would end the process.
  server.on('error', () => {})
  const bound = await new Promise<number>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port))
  })
  return Object.assign(catcher, {
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

/**
 * `GET <path>/<Message-ID>` returns `{ text }` of an email. The path must be secret and outside of /sandbox: mails contain
 * links that give access to accounts.
 */
export function caughtRoute({ mails }: Catcher, path: string): WebRoute {
  return {
    method: 'GET',
    path: `${path}/:id`,
    answer: ({ id }) => {
      const mail = mails.find(({ messageId }) => messageId === id)
      return mail ? { status: 200, body: { text: mail.text ?? '' } } : message(404, 'There is no such mail')
    },
  }
}
