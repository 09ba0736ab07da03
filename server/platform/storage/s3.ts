/** Stores pictures in an S3-compatible bucket, so that instances on several machines can share them. */
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { SECOND } from '#server/kernel/time/clock.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { full } from '#server/kernel/files/full-disk.ts'
import type { Store, Stored } from './store.ts'

export type S3 = {
  endpoint: string
  bucket: string
  region: string
  key: string
  secret: string
  /** Whether the bucket name is in the path of a URL and not in the host name. */
  pathStyle: boolean
}

/** Time limit for a call including its retries. */
const TIMEOUT = 20 * SECOND
const RETRIES = 2

const TYPES: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

export function s3Store(s3: S3): Store {
  const base = bucketUrl(s3)
  const call = signedCalls(s3)

  async function put(name: string, data: Buffer): Promise<void> {
    const answer = await call('PUT', base + name, {
      body: new Uint8Array(data),
      headers: {
        'content-type': TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        // The content hash is part of the signature, so that the server detects altered content.
        'x-amz-content-sha256': createHash('sha256').update(data).digest('hex'),
      },
    })
    await expectOk('PUT', answer)
  }

  return {
    where: `the bucket ${s3.bucket} at ${new URL(s3.endpoint).host}`,

    async put(files) {
      const puts = files.map(([name, data]) => put(name, data))
      // Wait for all writes, so that the cleanup after a failure does not run before the last write has ended.
      for (const done of await Promise.allSettled(puts)) if (done.status === 'rejected') throw done.reason
    },

    async get(name) {
      const answer = await call('GET', base + name)
      if (answer.status === 404) {
        await answer.body?.cancel()
        return null
      }
      await expectOk('GET', answer)
      return Buffer.from(await answer.arrayBuffer())
    },

    async remove(names) {
      for (const name of names) {
        const answer = await call('DELETE', base + name)
        if (answer.status !== 404) await expectOk('DELETE', answer)
      }
    },

    async *list() {
      let next: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2' })
        if (next) query.set('continuation-token', next)
        const answer = await call('GET', `${base.slice(0, -1)}?${query.toString()}`)
        await expectOk('GET', answer)
        const page = await answer.text()
        yield* objectsIn(page)
        next = /<IsTruncated>true</.test(page) ? valueOf(page, 'NextContinuationToken') : undefined
      } while (next)
    },
  }
}

/** Signs calls and retries them after server errors. Throws 503 if the bucket does not respond. */
function signedCalls({ key, secret, region }: S3) {
  const client = new AwsClient({
    accessKeyId: key,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: RETRIES,
  })
  return async (method: string, url: string, init: RequestInit = {}): Promise<Response> => {
    try {
      return await client.fetch(url, { ...init, method, signal: AbortSignal.timeout(TIMEOUT) })
    } catch (error) {
      throw unreachable(error)
    }
  }
}

function bucketUrl({ endpoint, bucket, pathStyle }: S3): string {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/$/, '')
  return pathStyle ? `${url.origin}${path}/${bucket}/` : `${url.protocol}//${bucket}.${url.host}${path}/`
}

function* objectsIn(page: string): Generator<Stored> {
  for (const entry of page.split('<Contents>').slice(1)) {
    const at = new Date(valueOf(entry, 'LastModified') ?? '')
    yield { name: valueOf(entry, 'Key') ?? '', bytes: Number(valueOf(entry, 'Size')), at }
  }
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function valueOf(xml: string, tag: string): string | undefined {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
  return text?.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}

async function expectOk(method: string, answer: Response): Promise<void> {
  if (answer.ok) return
  const text = await answer.text().catch(() => '')
  if (answer.status === 507) throw full()
  throw unreachable(new Error(`The bucket answered ${answer.status} to ${method}: ${reasonIn(text)}`))
}

/** The error code and message in S3's XML response. Other servers may send any text. */
function reasonIn(text: string): string {
  const reason = [valueOf(text, 'Code'), valueOf(text, 'Message')].filter(Boolean).join(': ')
  return (reason || text || 'no reason').slice(0, 300)
}

function unreachable(cause: unknown): Refusal {
  const refusal = new Refusal(503, 'The storage of the pictures cannot be reached. Please try again')
  refusal.cause = cause
  return refusal
}
