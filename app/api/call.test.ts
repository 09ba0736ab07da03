import { afterEach, expect, it, vi } from 'vitest'
import { messages } from '#shared/api/messages.ts'
import { products } from '#shared/api/products.ts'
import { users } from '#shared/api/users.ts'
import { call, onSignedOut } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

const answer = (status: number, body: string) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })))

it('calls a network failure FETCH_ERROR, silence TIMEOUT_ERROR, and what cannot be read PARSING_ERROR', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await expect(call(products.top, {})).rejects.toMatchObject({ failure: 'FETCH_ERROR' })
  const gone = AbortSignal.abort(new DOMException('', 'TimeoutError'))
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(gone)
  await expect(call(products.top, {})).rejects.toMatchObject({ failure: 'TIMEOUT_ERROR' })
  answer(200, '<html>')
  await expect(call(products.top, {})).rejects.toMatchObject({ failure: 'PARSING_ERROR' })
})

it('tells a failure in the server’s words, else in its own', async () => {
  answer(409, '{"message":"Only 2 left"}')
  await expect(call(products.top, {})).rejects.toThrow('Only 2 left')
  answer(500, '{}')
  await expect(call(products.top, {})).rejects.toThrow('The shop answered with an error (500)')
})

it('ends the session in this browser with any 401, but not with that of a sign-in', async () => {
  const ended = vi.fn<() => void>()
  const stop = onSignedOut(ended)
  answer(401, '{"message":"Invalid email or password"}')
  const body = { email: 'ada@example.com', password: 'wrong' }
  await expect(call(users.auth, { body })).rejects.toThrow('Invalid email or password')
  expect(ended).not.toHaveBeenCalled()
  await expect(call(products.top, {})).rejects.toMatchObject({ failure: 401 })
  expect(ended).toHaveBeenCalledOnce()
  stop()
})

it('calls an endpoint of another address where it is told one', async () => {
  const asked = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{"status":"success"}')))
  vi.stubGlobal('fetch', asked)
  const mailerState = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
  await call(messages.contact, { body: { mailerState } }, { base: 'https://mail.example/frame' })
  await call(messages.contact, { body: { mailerState } })
  expect(asked.mock.calls.map(([url]) => url)).toEqual(['https://mail.example/frame/send', '/send'])
})
