import { afterEach, expect, it, vi } from 'vitest'
import { messages } from '#shared/mail/api/messages.ts'
import { orders } from '#shared/checkout/api/orders.ts'
import { products } from '#shared/catalog/api/products.ts'
import { users } from '#shared/people/api/users.ts'
import { call, onSignedOut } from './call.ts'
import { fetchFile } from './save-file.ts'

afterEach(() => vi.unstubAllGlobals())

const answer = (status: number, body: string) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })))

it('reports a network failure as FETCH_ERROR, a timeout as TIMEOUT_ERROR, and an unreadable answer as PARSING_ERROR', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await expect(call(products.top, {})).rejects.toMatchObject({ failure: 'FETCH_ERROR' })
  const timedOut = AbortSignal.abort(new DOMException('', 'TimeoutError'))
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timedOut)
  await expect(call(products.top, {})).rejects.toMatchObject({ failure: 'TIMEOUT_ERROR' })
  answer(200, '<html>')
  await expect(call(products.top, {})).rejects.toMatchObject({ failure: 'PARSING_ERROR' })
})

it('shows the server’s message for a failure, or a general message if the response has none', async () => {
  answer(409, '{"message":"Only 2 left"}')
  await expect(call(products.top, {})).rejects.toThrow('Only 2 left')
  answer(500, '{}')
  await expect(call(products.top, {})).rejects.toThrow('The shop answered with an error (500)')
})

it('signs out in this browser on any 401, except the 401 of a failed sign-in', async () => {
  const signedOut = vi.fn<() => void>()
  const stop = onSignedOut(signedOut)
  answer(401, '{"message":"Invalid email or password"}')
  const body = { email: 'ada@example.com', password: 'wrong' }
  await expect(call(users.auth, { body })).rejects.toThrow('Invalid email or password')
  expect(signedOut).not.toHaveBeenCalled()
  await expect(call(products.top, {})).rejects.toMatchObject({ failure: 401 })
  expect(signedOut).toHaveBeenCalledOnce()
  stop()
})

it('signs out on a 401 whose body is not JSON, also of a file, but not on one of a sign-in', async () => {
  const signedOut = vi.fn<() => void>()
  const stop = onSignedOut(signedOut)
  answer(401, '<html>Sign in</html>')
  const body = { email: 'ada@example.com', password: 'wrong' }
  await expect(call(users.auth, { body })).rejects.toMatchObject({ failure: 401 })
  expect(signedOut).not.toHaveBeenCalled()
  await expect(call(products.top, {})).rejects.toMatchObject({ failure: 401, message: 'Please sign in' })
  expect(signedOut).toHaveBeenCalledOnce()
  answer(401, '')
  await expect(fetchFile(orders.invoice, 'order')).rejects.toMatchObject({ failure: 401 })
  expect(signedOut).toHaveBeenCalledTimes(2)
  answer(502, '<html>Bad gateway</html>')
  await expect(call(products.top, {})).rejects.toMatchObject({ failure: 'PARSING_ERROR' })
  expect(signedOut).toHaveBeenCalledTimes(2)
  stop()
})

it('calls the endpoint at another base address if one is given', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{"status":"success"}')))
  vi.stubGlobal('fetch', fetched)
  const mailerState = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
  await call(messages.contact, { body: { mailerState } }, { base: 'https://mail.example/frame' })
  await call(messages.contact, { body: { mailerState } })
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['https://mail.example/frame/send', '/send'])
})
