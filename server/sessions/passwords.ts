/** Slow password hashes: argon2id from node:crypto, as PHC strings so that parameters can be raised later. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '../errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** OWASP Password Storage: argon2id, above its floor of 19 MiB and two passes. Memory in KiB. */
const TODAY = { memory: 65_536, passes: 3, parallelism: 1 }
const TAG_LENGTH = 32

/** At 64 MiB each, more than two at once would eat a small server; the queue is short so that waiting ends. */
const AT_ONCE = 2
const QUEUE = 32

const derive = promisify(argon2)

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await inTurn(() => digest(password, nonce, TODAY))
  const { memory, passes, parallelism } = TODAY
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

/** True when the password is the one behind `stored`. Always takes a hash's time, so that `null` tells nothing. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const { parameters, nonce, tag } = parse(stored ?? NOBODY)
  const found = await inTurn(() => digest(password, nonce, parameters))
  return timingSafeEqual(found, tag) && stored !== null
}

/** True when the stored hash was made with weaker parameters than today's. */
export function isOutdated(stored: string): boolean {
  const { parameters } = parse(stored)
  return parameters.memory < TODAY.memory || parameters.passes < TODAY.passes
}

/** The rule for new passwords. ASVS 5.0, 6.2. The list of common passwords has none shorter than eight characters. */
export function passwordRule(minimum: number) {
  return { minLength: minimum, refusesCommon: minimum >= 8 }
}

/** Refuses a password that is too short or among the first that anybody would try. */
export function checkNewPassword(password: string, minimum: number): void {
  const { minLength, refusesCommon } = passwordRule(minimum)
  if (Array.from(password).length < minLength)
    throw new Refusal(400, `Password must have at least ${minLength} characters`)
  if (refusesCommon && COMMON_PASSWORDS.has(password.toLowerCase())) {
    throw new Refusal(400, 'This password is among the first that anybody would try. Choose another one')
  }
}

type Parameters = typeof TODAY

function digest(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: Parameters,
): Promise<Buffer> {
  return derive('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength: TAG_LENGTH })
}

function parse(stored: string) {
  const [, , , settings = '', nonce = '', tag = ''] = stored.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = settings.split(',').map((part) => Number(part.slice(2)))
  return {
    parameters: { memory, passes, parallelism },
    nonce: Buffer.from(nonce, 'base64url'),
    tag: Buffer.from(tag, 'base64url'),
  }
}

const NOBODY = `$argon2id$v=19$m=${TODAY.memory},t=${TODAY.passes},p=${TODAY.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE) {
      throw new Refusal(
        503,
        'Many people are signing in just now. Please try again in a moment',
        {},
        { 'retry-after': '2' },
      )
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
