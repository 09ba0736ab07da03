/** A mail server like a provider's: it requires the password, and keeps the received mails. */
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'

type ReceivedMail = { from: string; to: string[]; subject: string; text: string; html: string }

export type MailServer = {
  port: number
  mails: ReceivedMail[]
  /** Waits for an email that matches. */
  received: (matches: (mail: ReceivedMail) => boolean) => Promise<ReceivedMail>
  close: () => Promise<void>
}

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
      await expect.poll(() => mails.some(matches), { timeout: 20_000 }).toBe(true)
      return mails.find(matches)!
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
