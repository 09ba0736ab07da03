/** A bucket for tests: a real S3 server in this process, which checks signatures. */
import crypto from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3 } from './s3.ts'

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

export async function openBucket(): Promise<S3 & { close: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'frame-bucket-'))
  const bucket = 'pictures'
  const configureBuckets = [{ name: bucket, configs: [] }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    key: 'S3RVER',
    secret: 'S3RVER',
    pathStyle: true,
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
