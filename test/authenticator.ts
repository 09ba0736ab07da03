/**
 * A software authenticator. It answers the options of the server as a browser with a passkey does. It encodes the messages
 * of WebAuthn (https://w3c.github.io/webauthn) itself, so that tests do not check the shop's library with that library.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { NewCredential, PasskeyAnswer } from '#shared/people/api/passkeys.ts'

type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } }

type Behavior = {
  /** The origin of the page that asks. */
  origin?: string
  /** Whether the device checks a fingerprint or a PIN. */
  verifiesUser?: boolean
}

export type Authenticator = ReturnType<typeof authenticator>

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40

/** An authenticator with one credential, which counts its uses. */
export function authenticator({ origin = 'http://localhost:3000', verifiesUser = true }: Behavior = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  let userHandle = ''
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (domain: string, flags: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const seen = Buffer.from([flags | PRESENT | (verifiesUser ? VERIFIED : 0)])
    return Buffer.concat([createHash('sha256').update(domain).digest(), seen, count, more])
  }
  const credential = { id: text(credentialId), rawId: text(credentialId), type: 'public-key' as const }

  return {
    /** Answers as `navigator.credentials.create` does. */
    create: ({ challenge, rp, user }: Options): NewCredential => {
      userHandle = user?.id ?? ''
      const key = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseOf(publicKey),
      ])
      const response = {
        clientDataJSON: text(clientData('webauthn.create', challenge)),
        attestationObject: text(attestation(authData(rp?.id ?? '', WITH_KEY, key))),
        transports: ['internal'],
      }
      return { ...credential, response }
    },
    /** Answers as `navigator.credentials.get` does. */
    get: ({ challenge, rpId = '' }: Options): PasskeyAnswer => {
      counter++
      const [data, client] = [authData(rpId, 0), clientData('webauthn.get', challenge)]
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const response = {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(sign('sha256', signed, privateKey)),
        userHandle,
      }
      return { ...credential, response }
    },
    /** Sets the counter back. A copy of the authenticator would also have a lower counter. */
    rewind: () => {
      counter = 0
    },
  }
}

const text = (bytes: Buffer) => bytes.toString('base64url')

/** The public key as a COSE_Key in CBOR (RFC 9053, 7.1.1): elliptic curve, ES256, P-256, x and y. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

/** A short text in CBOR. */
const name = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

/** The CBOR map `{fmt: "none", attStmt: {}, authData}`. */
function attestation(authData: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  return Buffer.concat([
    Buffer.from([0xa3]),
    name('fmt'),
    name('none'),
    name('attStmt'),
    Buffer.from([0xa0]),
    name('authData'),
    Buffer.from([0x59]),
    length,
    authData,
  ])
}
