/** A mail server like a provider's: it requires the password, and keeps the received mails. */
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type ReceivedMail = { from: string; to: string[]; subject: string; text: string; html: string }

export type MailServer = {
  port: number
  mails: ReceivedMail[]
  /** Waits for an email that matches. */
  received: (matches: (mail: ReceivedMail) => boolean) => Promise<ReceivedMail>
  close: () => Promise<void>
}

const RECEIVED_MS = 20_000

export async function mailServer({
  user,
  password,
}: {
  user: string
  password: string
}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const take = callbackify(async (stream: Readable) => {
    const { from, to, subject = '', text = '', html = '' } = await PostalMime.parse(await buffer(stream))
    mails.push({
      from: from?.address ?? '',
      to: (to ?? []).map(({ address = '' }) => address),
      subject,
      text,
      html,
    })
  })
  const server = new SMTPServer({
    // Encryption is not part of these tests.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password: given }, _session, done) =>
      username === user && given === password
        ? done(null, { user })
        : done(new Error('Authentication failed')),
    onData: (stream, _session, done) => take(stream, done),
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    received: async (matches) => {
      for (let waited = 0; waited < RECEIVED_MS && !mails.some(matches); waited += 50) await pause(50)
      const found = mails.find(matches)
      if (!found) throw new Error('The mail server did not get this email')
      return found
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
