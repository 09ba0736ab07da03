/** What the shop stores about the caller, as a file, and the deletion of the caller's account. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { line, message } from '#shared/kernel/fields.ts'

export const personalData = contract({
  file: {
    method: 'GET',
    path: '/api/personal-data',
    access: 'user',
    needsProof: true,
    summary:
      'Everything that the shop stores about the caller’s account, as JSON. What is stored about an email address is included once the address is confirmed',
    reply: { file: 'application/json' },
    limit: 'personalData',
  },
  page: {
    method: 'GET',
    path: '/api/personal-data/page',
    access: 'user',
    needsProof: true,
    summary: 'The same data as a page to read or to print',
    reply: { file: 'text/html' },
    limit: 'personalData',
  },
  remove: {
    method: 'POST',
    path: '/api/personal-data/deletion',
    access: 'user',
    needsProof: true,
    summary:
      'Deletes the caller’s account, cancels its subscriptions and signs out. Paid orders stay, as the law requires. 409 for staff',
    body: z.object({
      /** The email address of the account, typed to confirm. */
      email: line('Email', 254),
    }),
    reply: message,
  },
})
