/**
 * The owner of the worker's shop, with one session for all tests of a worker. An account has ten sessions at most: an
 * eleventh sign-in would end the oldest one, which the page of a test may be using.
 */
import { expect, request, type APIRequestContext } from '@playwright/test'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { ADMIN, BASE_URL } from './playwright.config.ts'

type Session = {
  state: Awaited<ReturnType<APIRequestContext['storageState']>>
  userInfo: string
  /** `Date.now()` of the sign-in. */
  since: number
}
let session: Session | undefined

/** Ten minutes after a sign-in, the shop asks for the password before it sends an invitation. */
const MAX_AGE = 5 * MINUTE

/** The session of this worker. A new one if a test has ended it, or if it is too old for what needs a recent sign-in. */
export async function ownerSession(): Promise<Session> {
  if (!session || Date.now() - session.since > MAX_AGE || !(await isOpen(session))) session = await signIn()
  return session
}

/** Calls the API as the owner, without a browser. */
export async function asOwner<T>(work: (owner: APIRequestContext) => Promise<T>): Promise<T> {
  const { state: storageState } = await ownerSession()
  const owner = await request.newContext({ baseURL: BASE_URL, storageState })
  try {
    return await work(owner)
  } finally {
    await owner.dispose()
  }
}

async function signIn(): Promise<Session> {
  const api = await request.newContext({ baseURL: BASE_URL })
  const answer = await api.post('/api/users/auth', { data: ADMIN })
  const userInfo = await answer.text()
  expect(answer.ok(), userInfo).toBe(true)
  const state = await api.storageState()
  await api.dispose()
  return { state, userInfo, since: Date.now() }
}

async function isOpen({ state: storageState }: Session): Promise<boolean> {
  const owner = await request.newContext({ baseURL: BASE_URL, storageState })
  const answer = await owner.get('/api/users/profile')
  await owner.dispose()
  return answer.status() === 200
}
