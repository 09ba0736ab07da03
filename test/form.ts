/** A form with files (multipart/form-data), as a browser sends it. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

export type Form = { payload: Buffer; headers: Record<string, string> }

export type FormFile = { name?: string; type?: string; bytes: Buffer | string }

/** @param field the field of all files */
export function formOf(field: string, files: readonly FormFile[]): Form {
  const boundary = `----form${randomBytes(12).toString('hex')}`
  const parts = files.flatMap(({ name = 'picture.jpg', type = 'image/jpeg', bytes }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
      `content-type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ])
  const payload = Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part)))
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** A small, unique JPEG. */
export function aPicture({ width = 24, height = 16 } = {}): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .jpeg()
    .toBuffer()
}
