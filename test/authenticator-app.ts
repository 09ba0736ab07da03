/** An authenticator app: the codes of RFC 6238, computed without the library of the shop. */
import { createHmac } from 'node:crypto'
import type { TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a secret in base 32 at a time in milliseconds. */
export function codeAt(secret: string, time: number): string {
  const bits = secret
    .split('')
    .map((character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)))
  const mac = createHmac('sha1', key).update(step).digest()
  const number = mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Sets up an app for the caller's account. */
export async function setUpApp({ clock }: TestShop, caller: Visitor) {
  const { body } = await caller.post('/api/factors/app')
  const secret: string = body.secret
  /** The code of the next time step, so that it was not used before. */
  const nextCode = () => {
    clock.advance(30_000)
    return codeAt(secret, clock.now().getTime())
  }
  const confirmed = await caller.post('/api/factors/app/confirm', { code: nextCode() })
  return { secret, nextCode, confirmed, codes: confirmed.body.codes as string[] }
}
