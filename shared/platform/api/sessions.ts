/** The sessions of an account: where it is signed in. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, idParams, instant, message } from '#shared/kernel/fields.ts'

const session = z.object({
  _id: id,
  /** The names of the browser and the operating system. */
  device: z.string(),
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
  createdAt: instant,
  seenAt: instant,
})
export type OpenSession = z.infer<typeof session>

export const sessions = contract({
  list: {
    method: 'GET',
    path: '/api/sessions',
    access: 'user',
    whileLimited: true,
    summary: 'The sessions of the caller, last used first',
    reply: z.object({ sessions: z.array(session) }),
  },
  endOthers: {
    method: 'DELETE',
    path: '/api/sessions',
    access: 'user',
    whileLimited: true,
    summary: 'Ends all other sessions of the caller',
    reply: message,
  },
  end: {
    method: 'DELETE',
    path: '/api/sessions/:id',
    access: 'user',
    whileLimited: true,
    summary: 'Ends one session of the caller',
    params: idParams,
    reply: message,
  },
})
