/** Stores pictures in an S3-compatible bucket, so that instances on several machines can share them. */
import { createHash } from 'node:crypto'
import { Refusal } from '#server/kernel/errors.ts'
import { full } from '#server/kernel/files/full-disk.ts'
import { FULL, refusedBy, signedCalls, valueIn, type Answer, type S3 } from './s3-calls.ts'
import type { Store, Stored } from './store.ts'

const TYPES: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

export function s3Store(s3: S3): Store {
  const base = bucketUrl(s3)
  const send = signedCalls(s3)

  /** The answer, if its status is one of these; otherwise throws a refusal with 503 or 507. */
  async function call(method: string, request: Parameters<typeof send>[1], missing?: 404): Promise<Answer> {
    let answer: Answer
    try {
      answer = await send(method, request)
    } catch (error) {
      throw unreachable(error)
    }
    if (answer.status === FULL) throw full()
    const isOk = (answer.status >= 200 && answer.status < 300) || isMissing(answer, missing)
    if (!isOk) throw unreachable(refusedBy(answer, method, s3.typed))
    return answer
  }

  async function put(name: string, data: Buffer): Promise<void> {
    await call('PUT', {
      url: base + name,
      body: data,
      headers: {
        'content-type': TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        // The content hash is part of the signature, so that the server detects altered content.
        'x-amz-content-sha256': createHash('sha256').update(data).digest('hex'),
      },
    })
  }

  return {
    where: `the bucket ${s3.bucket} at ${new URL(s3.endpoint).host}`,

    async put(files) {
      const puts = files.map(([name, data]) => put(name, data))
      // Wait for all writes, so that the cleanup after a failure does not run before the last write has ended.
      for (const done of await Promise.allSettled(puts)) if (done.status === 'rejected') throw done.reason
    },

    async get(name) {
      const { status, body } = await call('GET', { url: base + name }, 404)
      return status === 404 ? null : body
    },

    async remove(names) {
      for (const name of names) await call('DELETE', { url: base + name }, 404)
    },

    async *list() {
      let next: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2' })
        if (next) query.set('continuation-token', next)
        const { body } = await call('GET', { url: `${base.slice(0, -1)}?${query.toString()}` })
        const page = body.toString()
        yield* objectsIn(page)
        next = /<IsTruncated>true</.test(page) ? valueIn(page, 'NextContinuationToken') : undefined
      } while (next)
    },
  }
}

/** Whether a file does not exist. Without the bucket, the status is the same. */
function isMissing({ status, body }: Answer, missing: 404 | undefined): boolean {
  return status === missing && valueIn(body.toString(), 'Code') !== 'NoSuchBucket'
}

function bucketUrl({ endpoint, bucket, pathStyle }: S3): string {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/$/, '')
  return pathStyle ? `${url.origin}${path}/${bucket}/` : `${url.protocol}//${bucket}.${url.host}${path}/`
}

function* objectsIn(page: string): Generator<Stored> {
  for (const entry of page.split('<Contents>').slice(1)) {
    const at = new Date(valueIn(entry, 'LastModified') ?? '')
    yield { name: valueIn(entry, 'Key') ?? '', bytes: Number(valueIn(entry, 'Size')), at }
  }
}

function unreachable(cause: unknown): Refusal {
  const refusal = new Refusal(503, 'The storage of the pictures cannot be reached. Please try again')
  refusal.cause = cause
  return refusal
}
