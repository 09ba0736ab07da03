/** The second factor: codes of an authenticator app, and recovery codes. decisions/066-passkeys-and-second-factors.md */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { instant, message } from '#shared/kernel/fields.ts'

/** A code of the app or a recovery code, as typed. */
export const code = z.string('Enter the code').check(z.maxLength(40, 'This is not a code'))

/** All recovery codes, which are shown once. */
const newCodes = z.object({ codes: z.array(z.string()) })

export const factors = contract({
  mine: {
    method: 'GET',
    path: '/api/factors',
    access: 'user',
    whileLimited: true,
    summary: 'The second factors of the caller, and whether the shop requires one',
    reply: z.object({
      /** When the authenticator app was set up; null if there is none. */
      appSince: z.nullable(instant),
      passkeys: z.int(),
      /** The number of recovery codes that are not used yet. */
      codesLeft: z.int(),
      /** Whether the shop requires one of the caller now. */
      isRequired: z.boolean(),
      /** Set while the email of the account is not confirmed: passkeys and apps can be added only after that. */
      needsConfirmedEmail: z.optional(z.literal(true)),
    }),
  },
  startApp: {
    method: 'POST',
    path: '/api/factors/app',
    access: 'user',
    needsProof: true,
    whileLimited: true,
    summary: 'A new secret for an authenticator app; nothing changes until it is confirmed with a code',
    reply: z.object({
      /** The secret in base 32, to type into the app. */
      secret: z.string(),
      /** The secret as a link that apps open (otpauth://). */
      uri: z.string(),
      /** The link as a QR code: the URL of an SVG picture. */
      picture: z.string(),
    }),
  },
  confirmApp: {
    method: 'POST',
    path: '/api/factors/app/confirm',
    access: 'user',
    whileLimited: true,
    summary: 'Sets up the authenticator app with a code of it, and replies with the recovery codes',
    body: z.object({ code }),
    reply: newCodes,
    limit: 'login',
  },
  removeApp: {
    method: 'DELETE',
    path: '/api/factors/app',
    access: 'user',
    needsProof: true,
    summary: 'Removes the authenticator app and the recovery codes',
    reply: message,
  },
  newCodes: {
    method: 'POST',
    path: '/api/factors/codes',
    access: 'user',
    needsProof: true,
    whileLimited: true,
    summary: 'Makes new recovery codes; the old ones stop working',
    reply: newCodes,
  },
})
