/** The mail that a test of the connection sends to the admin who asked for it. */
import { randomUUID } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { originOf } from '../http/origin.ts'
import type { OutgoingMail } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { renderLetter, words } from './template.ts'

/** From the address that all mail of the shop comes from, so that a mail server that refuses it refuses this one too. */
export function testMail({ config }: Pick<Shop, 'config'>, admin: Pick<SignedIn, 'email'>): OutgoingMail {
  const { from } = config.mail
  const letter = {
    preview: 'The shop can send mail.',
    title: 'A test of the mail server',
    parts: [words('This mail was sent by “Test connection”. The mail server of your shop takes its mail.')],
    why: 'You have this mail because you tested the connection to the mail server of the shop.',
  }
  return {
    from: { name: brand.roasters, address: from },
    to: admin.email,
    replyTo: null,
    subject: 'Test of the mail server',
    ...renderLetter(letter, originOf(config)),
    messageId: `<test-${randomUUID()}@${from.split('@')[1]}>`,
  }
}
