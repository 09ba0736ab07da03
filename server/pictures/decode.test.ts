import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { decodePicture, PictureRefused } from './decode.ts'

const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: '#000', noise } })

it.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
  ['HTML renamed .png', '<!doctype html><script>alert(1)</script>'],
  ['GIF', 'GIF89a\x01\x00\x01\x00'],
  ['PDF', '%PDF-1.7'],
  ['nothing', ''],
  ['a start of AVIF and no more', '\x00\x00\x00\x1cftyp'],
])('refuses %s', async (_what, text) => {
  const made = decodePicture(Buffer.from(text, 'latin1'), 2000)
  await expect(made).rejects.toThrow(new PictureRefused('Images only!'))
})

it.each(['jpeg', 'png', 'webp', 'avif'] as const)('refuses a truncated %s', async (format) => {
  const whole = await picture.clone().toFormat(format).toBuffer()
  const made = decodePicture(whole.subarray(0, Math.floor(whole.length * 0.6)), 2000)
  await expect(made).rejects.toThrow(/damaged/)
})

it('refuses HTML behind the first bytes of a PNG', async () => {
  const fake = Buffer.from('\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'latin1')
  await expect(decodePicture(fake, 2000)).rejects.toThrow(PictureRefused)
})

it('refuses 900 million pixels fast, before they are unpacked', async () => {
  const bomb = blackPng(30_000)
  const start = performance.now()
  await expect(decodePicture(bomb, 2000)).rejects.toThrow(/50 megapixels/)
  expect(performance.now() - start).toBeLessThan(500)
})

/** A whole and valid PNG, one bit a pixel: about 100 KB for 900 million of them. */
function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 1 })
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
