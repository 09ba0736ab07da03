/**
 * Passkeys: signing in and confirming one's identity without a password. decisions/066-passkeys-and-second-factors.md
 */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { userInfo } from './users.ts'
import { id, idParams, instant, message, requiredLine } from '#shared/kernel/fields.ts'

/** Bytes in base64url. */
const bytes = z
  .string('The answer of the passkey is incomplete')
  .check(z.maxLength(20_000), z.regex(/^[\w-]+$/, 'The answer of the passkey is incomplete'))

/** The parts of an answer of a browser's WebAuthn API that the server reads. */
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') }

/** The answer of `navigator.credentials.get`. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(bytes),
  }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

/** The answer of `navigator.credentials.create`. */
const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})
export type NewCredential = z.infer<typeof newCredential>

/** Options of the WebAuthn API as JSON: https://w3c.github.io/webauthn/#sctn-parseCreationOptionsFromJSON */
const options = z.looseObject({ challenge: z.string() })

const name = requiredLine('Name', 60)

const passkey = z.object({
  _id: id,
  name: z.string(),
  createdAt: instant,
  /** Null if it was never used. */
  usedAt: z.nullable(instant),
})
export type Passkey = z.infer<typeof passkey>

export const passkeys = contract({
  list: {
    method: 'GET',
    path: '/api/passkeys',
    access: 'user',
    whileLimited: true,
    summary: 'The passkeys of the caller, newest first',
    reply: z.object({
      passkeys: z.array(passkey),
      /** What a browser signals to the password manager: https://w3c.github.io/webauthn/#sctn-signalAllAcceptedCredentials */
      accepted: z.object({
        rpId: z.string(),
        userId: z.string(),
        allAcceptedCredentialIds: z.array(z.string()),
      }),
    }),
  },
  create: {
    method: 'POST',
    path: '/api/passkeys/creation',
    access: 'user',
    needsProof: true,
    whileLimited: true,
    summary: 'The options with which a browser creates a passkey for the caller',
    reply: options,
  },
  add: {
    method: 'POST',
    path: '/api/passkeys',
    access: 'user',
    whileLimited: true,
    summary: 'Adds a passkey that a browser created with the options',
    body: z.object({
      /** If left out, the name of the browser and the system. */
      name: z.optional(name),
      credential: newCredential,
    }),
    reply: passkey,
    status: 201,
    limit: 'login',
  },
  rename: {
    method: 'PUT',
    path: '/api/passkeys/:id',
    access: 'user',
    whileLimited: true,
    summary: 'Renames a passkey of the caller',
    params: idParams,
    body: z.object({ name }),
    reply: message,
  },
  remove: {
    method: 'DELETE',
    path: '/api/passkeys/:id',
    access: 'user',
    needsProof: true,
    summary: 'Removes a passkey of the caller',
    params: idParams,
    reply: message,
  },
  request: {
    method: 'POST',
    path: '/api/passkeys/request',
    access: 'public',
    summary: 'The options with which a browser asks for a passkey, to sign in or to confirm one’s identity',
    reply: options,
  },
  auth: {
    method: 'POST',
    path: '/api/passkeys/auth',
    access: 'public',
    summary: 'Signs in with a passkey and sets the session cookie',
    body: z.object({ answer: passkeyAnswer }),
    reply: userInfo,
    limit: 'login',
  },
})
