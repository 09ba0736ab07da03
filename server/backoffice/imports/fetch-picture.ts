/**
 * Fetches a picture from an address in an imported file. The address is not trusted: the request must not reach this
 * machine or its network (OWASP ASVS 5.0, 1.3.6; OWASP Server-Side Request Forgery Prevention Cheat Sheet).
 */
import { refusalByName } from '#shared/kernel/picture.ts'
import { createWriteStream } from 'node:fs'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { MAX_PICTURE_BYTES } from '#shared/platform/api/upload.ts'
import { hostOf, isForbiddenIp, isPublic, lookUpOnly } from '#server/kernel/network/public-address.ts'
import { SECOND } from '#server/kernel/time/clock.ts'

/** Time limits in milliseconds: for the whole picture with all redirects, and without a byte. */
const MAX_TIME = 60 * SECOND
const MAX_IDLE = 10 * SECOND
const MAX_REDIRECTS = 5
const TYPES = /^image\/(jpeg|pjpeg|png|webp|avif)\b/i

/** The picture cannot be fetched. The message is for the owner. */
export class NotFetched extends Error {
  override name = 'NotFetched'
}

export type FetchRules = {
  /** Whether a request may be sent to this IP address. */
  mayReach: (address: string) => boolean
  mayUsePort: (port: string) => boolean
  maxTime?: number
  maxIdle?: number
}

export const PUBLIC_ONLY: FetchRules = {
  mayReach: isPublic,
  // The URL parser leaves out the port that belongs to the protocol.
  mayUsePort: (port) => ['', '80', '443'].includes(port),
}

/** Writes the picture at `url` to the file `path`. Throws NotFetched. */
export async function fetchPicture(
  url: string,
  path: string,
  rules: FetchRules = PUBLIC_ONLY,
): Promise<void> {
  const stop = AbortSignal.timeout(rules.maxTime ?? MAX_TIME)
  try {
    let next = url
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await open(checked(next, rules), rules, stop)
      const { statusCode = 0, headers } = response
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        response.destroy()
        next = new URL(headers.location, next).href
        continue
      }
      return await save(response, path)
    }
    throw new NotFetched('The address redirects too often')
  } catch (error) {
    if (error instanceof NotFetched) throw error
    throw new NotFetched(stop.aborted ? 'The other shop is too slow' : 'The other shop cannot be reached', {
      cause: error,
    })
  }
}

function checked(address: string, { mayReach, mayUsePort }: FetchRules): URL {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new NotFetched('This is not the address of a picture on the web')
  if (url.username || url.password) throw new NotFetched('The address has a password')
  if (!mayUsePort(url.port)) throw new NotFetched('The address has an unusual port')
  if (isForbiddenIp(hostOf(url), mayReach)) throw new NotFetched(PRIVATE)
  return url
}

const PRIVATE = 'The address is in a private network'

function open(
  url: URL,
  { mayReach, maxIdle = MAX_IDLE }: FetchRules,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        signal,
        timeout: maxIdle,
        // A new connection to the address that was checked.
        agent: false,
        headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'FRAME (picture import)' },
        lookup: lookUpOnly(mayReach, () => new NotFetched(PRIVATE)),
      },
      resolve,
    )
    sent.on('timeout', () => sent.destroy(new NotFetched('The other shop does not answer')))
    sent.on('error', reject)
    sent.end()
  })
}

async function save(response: IncomingMessage, path: string): Promise<void> {
  const { statusCode = 0, headers } = response
  try {
    if (statusCode !== 200) throw new NotFetched(`The other shop answers with the status ${statusCode}`)
    if (!TYPES.test(headers['content-type'] ?? ''))
      throw new NotFetched(
        refusalByName({ name: '', type: headers['content-type'] ?? '' }) ??
          'The address has no picture (JPEG, PNG, WebP or AVIF)',
      )
    if (Number(headers['content-length'] ?? 0) > MAX_PICTURE_BYTES) throw tooLarge()
    let bytes = 0
    await pipeline(
      response,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length
          if (bytes > MAX_PICTURE_BYTES) throw tooLarge()
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    )
  } finally {
    response.destroy()
  }
}

function tooLarge(): NotFetched {
  return new NotFetched(`The picture has more than ${MAX_PICTURE_BYTES / 1024 / 1024} MB`)
}
