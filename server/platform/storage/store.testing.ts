/** A bucket for tests: a real S3 server in this process, which checks signatures. */
import crypto from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js'
import type { S3 } from './s3-calls.ts'

/**
 * s3rver encrypts the token of a listing's next page with DES, which OpenSSL 3 no longer supports. Triple DES with the
 * same key three times is the same function.
 */
const asTripleDes = (algorithm: string, key: Buffer): [string, Buffer] =>
  algorithm === 'des' ? ['des-ede3-cbc', Buffer.concat([key, key, key])] : [algorithm, key]
const { createCipheriv, createDecipheriv } = crypto
Object.assign(crypto, {
  createCipheriv: (algorithm: string, key: Buffer, iv: Buffer) =>
    createCipheriv(...asTripleDes(algorithm, key), iv),
  createDecipheriv: (algorithm: string, key: Buffer, iv: Buffer) =>
    createDecipheriv(...asTripleDes(algorithm, key), iv),
})

export type TestBucket = S3 & {
  /** What an owner enters for this bucket. */
  fields: Record<'endpoint' | 'region' | 'bucket' | 'key' | 'secret' | 'addressing', string>
  /** Runs before each request. The status that it returns, or the page of a list, is the answer. */
  before: (method: string, path: string) => Promise<number | string | void> | number | string | void
  close: () => Promise<void>
}

/** @param keys an access key that this process then accepts, with its secret */
export async function openBucket(keys = { key: 'S3RVER', secret: 'S3RVER' }): Promise<TestBucket> {
  DUMMY_ACCOUNT.createKeyPair(keys.key, keys.secret)
  const directory = await mkdtemp(join(tmpdir(), 'frame-bucket-'))
  const bucket = 'pictures'
  const configureBuckets = [{ name: bucket, configs: [] }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  server.middleware.unshift(async (context, next) => {
    const answer = await opened.before(context.method, context.path)
    if (typeof answer === 'string') Object.assign(context, { status: 200, body: answer })
    else if (answer) Object.assign(context, { status: answer, body: 'no' })
    else await next()
  })
  const { port } = await server.run()
  const account = { bucket, region: 'us-east-1', ...keys }
  const endpoint = `http://127.0.0.1:${port}`
  const opened: TestBucket = {
    ...account,
    endpoint,
    pathStyle: true,
    fields: { ...account, endpoint, addressing: 'path' },
    before: () => {},
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
  return opened
}
