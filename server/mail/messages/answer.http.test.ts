// On SQLite only: messages and mails, the same code on both databases.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#server/kernel/time/clock.ts'
import { sweep } from '#server/start/jobs/jobs.ts'
import { sendWaiting } from '../sending/send.ts'
import { sendInquiry, sendContactMessage } from '#test/messages.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'

let shop: TestShop
let olive: SignedInVisitor
let otto: SignedInVisitor
beforeEach(async () => {
  if (shop) await shop.close()
  shop = await openShop({ env: { SHOP_INBOX: 'inbox@shop.example', MAIL_FROM: 'web@shop.example' } })
  olive = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  otto = await signedIn(shop, { name: 'Otto Owner', isAdmin: true })
})
afterAll(() => shop.close())

const answer = (id: string, text: unknown, seen: unknown = 0, admin = olive) =>
  admin.post(`/api/messages/${id}/answers`, { text, seen })
const currentMessage = async (id: string) => (await olive.get(`/api/messages?id=${id}`)).body.messages[0]
/** All mails sent to this address, the oldest first. */
const sentTo = async (address: string) => {
  await sendWaiting(shop.shop)
  return (await shop.mail.caught()).filter(({ to }) => to?.some((each) => each.address === address))
}

describe('an answer', () => {
  test('is mailed to the sender with the original message below it, and marks the message as answered', async () => {
    const id = await sendContactMessage(shop, { message: 'Do you keep\nlost scarves?' })
    const given = await answer(id, ' We do.\n\nThe red one\nis <yours>. ')
    expect([given.status, given.body.status, given.body.answers]).toEqual([
      200,
      'answered',
      [
        expect.objectContaining({
          text: 'We do.\n\nThe red one\nis <yours>.',
          by: 'Olive Owner',
          mail: 'waiting',
        }),
      ],
    ])
    const [mail, ...more] = await sentTo('ann@example.com')
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      from: { name: 'Frame Roasters', address: 'web@shop.example' },
      replyTo: [{ address: 'inbox@shop.example' }],
      subject: 'Your message to Frame Roasters',
    })
    expect(mail!.text).toMatch(
      /We do\.\n\nThe red one\nis <yours>\.\n\nOn \w+ \d+, \d{4} you wrote:\n\nDo you keep\nlost scarves\?/,
    )
    expect(mail!.html).toContain('The red one<br>is &lt;yours&gt;.')
    expect((await currentMessage(id)).answers).toMatchObject([{ mail: 'kept' }])
    expect((await olive.get('/api/messages')).body.unanswered).toBe(0)
    expect((await olive.get('/api/record?subject=message')).body.lines).toEqual([
      expect.objectContaining({
        by: 'Olive Owner',
        subjectId: id,
        action: 'Answered',
        changes: [{ field: 'Status', before: 'new', after: 'answered' }],
      }),
    ])
  })

  test('to a wholesale inquiry names the inquiry, and is in the list of mail and in the export', async () => {
    const id = await sendInquiry(shop)
    const { answers } = (await answer(id, '=With pleasure')).body
    const [mail] = await sentTo('buyer@corner.example')
    expect(mail!.subject).toBe('Your wholesale inquiry to Frame Roasters')
    expect((await olive.get(`/api/mail?id=${answers[0].mailId}`)).body.mail).toMatchObject([
      { kind: 'answer', to: 'buyer@corner.example', state: 'kept' },
    ])
    expect((await olive.get('/api/mail?kind=answer')).body.mail).toHaveLength(1)
    expect((await olive.get('/api/messages/export')).text).toMatch(/,'=With pleasure\r\n$/)
  })

  test('that is submitted repeatedly or concurrently is stored and mailed once', async () => {
    const id = await sendContactMessage(shop)
    const all = await Promise.all(Array.from({ length: 5 }, () => answer(id, 'We do.')))
    const later = await answer(id, 'We do.')
    expect([...all, later].map(({ status, body }) => [status, body.answers.length])).toEqual(
      Array.from({ length: 6 }, () => [200, 1]),
    )
    expect(await sentTo('ann@example.com')).toHaveLength(1)
  })

  test('is refused if the admin has not seen a newer answer, and accepted afterwards', async () => {
    const id = await sendContactMessage(shop)
    await answer(id, 'We do.')
    const late = await answer(id, 'We do not.', 0, otto)
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      message: 'Another admin has already answered',
      letter: { _id: id, answers: [{ text: 'We do.', by: 'Olive Owner' }] },
    })
    expect(await sentTo('ann@example.com')).toHaveLength(1)
    expect((await answer(id, 'But hurry.', 1, otto)).body.answers).toMatchObject([
      { text: 'We do.', by: 'Olive Owner' },
      { text: 'But hurry.', by: 'Otto Owner' },
    ])
    expect((await sentTo('ann@example.com')).map(({ text }) => text)).toEqual([
      expect.stringContaining('We do.'),
      expect.stringContaining('But hurry.'),
    ])
  })

  test('is refused if another admin’s answer is sent at the same time', async () => {
    const id = await sendContactMessage(shop)
    const both = await Promise.all([answer(id, 'Yes', 0, olive), answer(id, 'No', 0, otto)])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(await sentTo('ann@example.com')).toHaveLength(1)
  })

  test('without text, too long, or to an unknown message is refused, and nothing is stored', async () => {
    const id = await sendContactMessage(shop)
    const changed = await changedBy(shop.db, async () => {
      for (const text of ['', '  \n ', '\u200b', 'x'.repeat(5001), 'a\u0000b', null])
        expect((await answer(id, text)).status, JSON.stringify(text)).toBe(400)
      for (const seen of [-1, 0.5, '0', null]) expect((await answer(id, 'Yes', seen)).status).toBe(400)
      expect((await answer(id, 'Yes', 3)).status).toBe(409)
      expect((await answer('nobody', 'Yes')).status).toBe(404)
    })
    expect(changed).toEqual([])
  })

  test('is deleted with its message and its mail after 24 months', async () => {
    const id = await sendContactMessage(shop)
    await answer(id, 'We do.')
    await sentTo('ann@example.com')
    shop.clock.advance(731 * DAY)
    await sweep(shop.shop)
    for (const table of ['answers', 'messages', 'outbox'] as const)
      expect(await shop.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  })
})
