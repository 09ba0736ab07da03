/**
 * Signed calls of an S3-compatible service, over connections that stay open. If an owner has typed its address, connections
 * are made only to the public internet, and nothing that the service writes is shown.
 */
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { MAX_PICTURE_BYTES } from '#shared/platform/api/upload.ts'
import { hostOf, isForbiddenIp, isPublic, lookUpOnly } from '#server/kernel/network/public-address.ts'
import { SECOND } from '#server/kernel/time/clock.ts'

export type S3 = {
  endpoint: string
  bucket: string
  region: string
  key: string
  secret: string
  /** Whether the bucket name is in the path of a URL and not in the host name. */
  pathStyle: boolean
  /** Whether the address was typed by an owner, and whether it may be in a private network. */
  typed?: { mayBePrivate: boolean }
}

export type Answer = { status: number; body: Buffer }

/** Why a call failed: an answer with a status, or none. The message may be shown to the owner. */
export class BucketFailure extends Error {
  override name = 'BucketFailure'
  /** Null if there was no answer. */
  readonly status: number | null
  /** The code of S3 or of the connection; empty if it is unknown. */
  readonly code: string
  constructor(message: string, { status = null, code = '', cause }: FailureFacts) {
    super(message, { cause })
    this.status = status
    this.code = code
  }
}

type FailureFacts = { status?: number | null; code?: string; cause?: unknown }

/** Time limit for a call including its retries. */
const TIMEOUT = 20 * SECOND
const RETRIES = 2
const FIRST_PAUSE = 50
/** Milliseconds for which an unused connection stays open. */
const IDLE = 4 * SECOND
/** No answer of a service is longer: files of pictures, or a page of a list. */
const MAX_BYTES = 2 * MAX_PICTURE_BYTES

export const PRIVATE = 'PRIVATE'
const isPrivate = () => new BucketFailure('The address is in a private network', { code: PRIVATE })
const TOO_LONG = 'TOO_LONG'

type Call = { url: string; body?: Buffer; headers?: Record<string, string> }

/** Returns a function that makes a call, and repeats it after server errors. It throws BucketFailure without an answer. */
export function signedCalls({ key, secret, region, typed }: S3) {
  const isAllowed = (address: string) => !typed || typed.mayBePrivate || isPublic(address)
  const options = { keepAlive: true, timeout: IDLE, lookup: lookUpOnly(isAllowed, isPrivate) }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }

  async function once(method: string, { url, body, headers = {} }: Call, signal: AbortSignal) {
    const account = { accessKeyId: key, secretAccessKey: secret, region, service: 's3' }
    const signed = await new AwsV4Signer({ ...account, method, url, headers }).sign()
    const target = new URL(signed.url)
    if (isForbiddenIp(hostOf(target), isAllowed)) throw isPrivate()
    const sent = {
      method,
      signal,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(body ? { 'content-length': String(body.length) } : {}),
      },
    }
    return answerOf(target, sent, { agents, body })
  }

  return async (method: string, call: Call): Promise<Answer> => {
    const signal = AbortSignal.timeout(TIMEOUT)
    try {
      for (let attempt = 0; ; attempt++) {
        const answer = await once(method, call, signal)
        const isRepeated = (answer.status >= 500 && answer.status !== FULL) || answer.status === 429
        if (!isRepeated || attempt === RETRIES) return answer
        await pause(Math.random() * FIRST_PAUSE * 2 ** attempt, undefined, { signal })
      }
    } catch (error) {
      throw error instanceof BucketFailure ? error : unanswered(error as NodeJS.ErrnoException, typed)
    }
  }
}

/** The bucket has no space left. */
export const FULL = 507

type Sent = { method: string; signal: AbortSignal; headers: Record<string, string> }
type Through = { agents: { http: HttpAgent; https: HttpsAgent }; body: Buffer | undefined }

/** One request. Redirects are not followed, because the signature is for one host. */
async function answerOf(url: URL, sent: Sent, { agents, body }: Through): Promise<Answer> {
  const isEncrypted = url.protocol === 'https:'
  const call = isEncrypted
    ? requestHttps(url, { ...sent, agent: agents.https })
    : requestHttp(url, { ...sent, agent: agents.http })
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      call.on('error', reject)
      call.on('response', resolve)
      call.end(body)
    })
    return { status: response.statusCode ?? 0, body: await wholeBody(response) }
  } catch (error) {
    // The service has closed the connection while it was unused.
    const isStale = call.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
    if (isStale) return answerOf(url, sent, { agents, body })
    throw error
  }
}

async function wholeBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new BucketFailure('The answer is too long', { code: TOO_LONG })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The failure of a call without an answer. For a typed address, without what the connection has reported. */
function unanswered(error: NodeJS.ErrnoException, typed: S3['typed']): BucketFailure {
  const code = error.code ?? ''
  if (!typed) return new BucketFailure(error.message || code, { code, cause: error })
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return new BucketFailure('The storage did not answer in time', { code: 'TIMEOUT' })
  if (code === 'ENOTFOUND') return new BucketFailure('There is no server with this name', { code })
  if (/CERT|TLS|SSL|SIGNED|ALTNAME/.test(code))
    return new BucketFailure('The certificate of the storage is not valid', { code: 'CERTIFICATE' })
  return new BucketFailure('The storage was not reached', { code: 'UNREACHED' })
}

/** Codes of errors (Amazon S3 API Reference, "Error responses"). Others are not shown, because any server may have sent them. */
const KNOWN_CODES = new Set(
  [
    'AccessDenied AccountProblem AllAccessDisabled AuthorizationHeaderMalformed BucketRegionError EntityTooLarge',
    'IllegalLocationConstraintException InternalError InvalidAccessKeyId InvalidBucketName InvalidRequest InvalidSecurity',
    'MethodNotAllowed NoSuchBucket NotImplemented PermanentRedirect QuotaExceeded RequestTimeTooSkewed ServiceUnavailable',
    'SignatureDoesNotMatch SlowDown TemporaryRedirect',
  ].flatMap((line) => line.split(' ')),
)

/** The failure that an answer reports. */
export function refusedBy({ status, body }: Answer, method: string, typed: S3['typed']): BucketFailure {
  const text = body.toString('utf8', 0, 4000)
  const given = valueIn(text, 'Code') ?? ''
  const code = KNOWN_CODES.has(given) ? given : ''
  const reason = typed ? code : [given, valueIn(text, 'Message')].filter(Boolean).join(': ') || text
  const shown = reason.slice(0, 300) || 'no reason'
  return new BucketFailure(`The bucket answered ${status} to ${method}: ${shown}`, { status, code })
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The text of the first element with this name. */
export function valueIn(xml: string, tag: string): string | undefined {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
  return text?.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
