// On SQLite only: passwords, codes and sessions, the same code on both databases.
import { afterAll, expect, test } from 'vitest'
import { openShop, PASSWORD } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

const shop = await openShop()

afterAll(() => shop.close())

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'
const LAPTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36 Edg/156.0'

/** Signs in to the account on a device. */
async function signInOn(email: string, device: string) {
  const visitor = shop.visitor()
  const answer = await visitor.post(
    '/api/users/auth',
    { email, password: PASSWORD },
    { 'user-agent': device },
  )
  expect(answer.status).toBe(200)
  return visitor
}

test('a user sees each device in plain words, and signs out of one or of all others', async () => {
  const me = await shop.customer()
  const { email } = (await me.get('/api/users/profile')).body
  const phone = await signInOn(email, PHONE)
  const laptop = await signInOn(email, LAPTOP)
  const { body, text } = await laptop.get('/api/sessions')
  const named = (body.sessions as { device: string; isCurrent: boolean; _id: string }[]).map(
    ({ device, isCurrent }) => [device, isCurrent],
  )
  expect(named).toEqual(
    expect.arrayContaining([
      ['Safari on iPhone', false],
      ['Edge on Windows', true],
    ]),
  )
  expect(text).not.toMatch(/[\w-]{43}/)
  const ofPhone = body.sessions.find(({ device }: { device: string }) => device === 'Safari on iPhone')
  expect((await laptop.delete(`/api/sessions/${ofPhone._id}`)).status).toBe(200)
  expect((await phone.get('/api/users/profile')).status).toBe(401)
  expect((await me.get('/api/users/profile')).status).toBe(200)
  expect((await laptop.delete('/api/sessions')).status).toBe(200)
  expect((await me.get('/api/users/profile')).status).toBe(401)
  expect((await laptop.get('/api/sessions')).body.sessions).toHaveLength(1)
})

test('a user cannot end the session of another user', async () => {
  const [me, other] = [await signedIn(shop), await signedIn(shop, { role: 'owner' })]
  const { body } = await me.get('/api/sessions')
  expect((await other.delete(`/api/sessions/${body.sessions[0]._id}`)).status).toBe(404)
  expect((await me.get('/api/sessions')).status).toBe(200)
})
