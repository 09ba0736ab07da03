/** Password hashes: argon2id from node:crypto, stored as PHC strings so that the parameters can be raised later. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '#server/kernel/errors.ts'

/**
 * The parameters for new hashes; memory is in KiB. They are above the minimum in OWASP's Password Storage Cheat Sheet,
 * which is 19 MiB and two passes.
 */
const CURRENT = { memory: 65_536, passes: 3, parallelism: 1 }
const TAG_LENGTH = 32

/**
 * The number of hashes that are computed at a time. Each hash needs 64 MiB, so a small server can compute two. The
 * short queue limits the waiting time.
 */
const CONCURRENT = 2
const QUEUE = 32

const derive = promisify(argon2)

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await queued(() => digest(password, nonce, CURRENT))
  const { memory, passes, parallelism } = CURRENT
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

/**
 * Whether the password matches the hash. Takes the same time if the hash is null, so that the time does not reveal
 * whether an account exists.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const { parameters, nonce, tag } = parse(stored ?? UNUSABLE_HASH)
  const computed = await queued(() => digest(password, nonce, parameters))
  return timingSafeEqual(computed, tag) && stored !== null
}

/** Whether the hash has weaker parameters than the current ones. */
export function isOutdated(stored: string): boolean {
  const { parameters } = parse(stored)
  return parameters.memory < CURRENT.memory || parameters.passes < CURRENT.passes
}

/**
 * The rule for new passwords (OWASP ASVS 5.0, 6.2). The list of common passwords has only passwords of eight or more
 * characters.
 */
export function passwordRule(minimum: number) {
  return { minLength: minimum, refusesCommon: minimum >= 8 }
}

/** Throws 400 for a password that is too short or common. */
export function checkNewPassword(password: string, minimum: number): void {
  const { minLength, refusesCommon } = passwordRule(minimum)
  if (Array.from(password).length < minLength)
    throw new Refusal(400, `Password must have at least ${minLength} characters`)
  if (refusesCommon && COMMON_PASSWORDS.has(password.toLowerCase())) {
    throw new Refusal(400, 'This password is too common. Choose another one')
  }
}

type Parameters = typeof CURRENT

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

/** The hash of no known password. */
export const UNUSABLE_HASH = `$argon2id$v=19$m=${CURRENT.memory},t=${CURRENT.passes},p=${CURRENT.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

let running = 0
const waiting: (() => void)[] = []

/** Runs at most two hashes at a time. Throws 503 if the queue is full. */
async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENT) {
    if (waiting.length >= QUEUE) {
      throw new Refusal(
        503,
        'Many people are signing in right now. Please try again in a moment',
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

/** The most common passwords of eight or more characters from published lists, and words about this shop. */
const COMMON_PASSWORDS = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890
  0123456789 87654321 987654321 11111111 00000000 88888888 12341234 11223344 12344321 147258369 123123123 11111111111
  qwertyuiop qwerty12 qwerty123 qwerty1234 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 zaq12wsx asdfghjk asdfghjkl
  asdfasdf zxcvbnm1 zxcvbnm123 qazwsxedc abcd1234 abc12345 abcdefgh a1b2c3d4 aa123456 a12345678 iloveyou iloveyou1
  iloveyou2 sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman superman1
  batman123 spiderman pokemon1 dragon123 monkey123 shadow123 master123 welcome1 welcome123 letmein1 letmein123 trustno1
  whatever whatever1 computer computer1 internet michelle jennifer jessica1 michael1 jordan23 charlie1 liverpool
  chelsea1 arsenal1 starwars startrek samsung1 google123 facebook1 admin123 admin1234 administrator root1234 test1234
  testtest changeme changeme1 default1 secret123 mypassword passpass loveyou1 forever1 freedom1 butterfly chocolate
  cheese123 coffee123 coffeebeans coffeeshop espresso espresso1 frame123 framecoffee frameroasters roaster1 roasters`
    .split(/\s+/)
    .filter(Boolean),
)

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of four characters, from 31 letters and digits that are easy to tell apart: 79 bits. */
export function randomPassword(): string {
  const letters: string[] = []
  while (letters.length < 16) {
    for (const byte of randomBytes(32))
      if (byte < 248 && letters.length < 16) letters.push(ALPHABET[byte % 31]!)
  }
  return [0, 4, 8, 12].map((start) => letters.slice(start, start + 4).join('')).join('-')
}
