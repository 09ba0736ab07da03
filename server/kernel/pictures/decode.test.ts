// Slow, not in `npm run check`: many or large pictures.
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { blackPng, chunk } from '#test/bombs.ts'
import { decodePicture, PictureRefused } from './decode.ts'

const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: '#000', noise } })

it.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
  ['HTML renamed .png', '<!doctype html><script>alert(1)</script>'],
  ['PDF', '%PDF-1.7'],
  ['nothing', ''],
  ['only the first bytes of an AVIF', '\x00\x00\x00\x1cftyp'],
])('refuses %s', async (_what, text) => {
  const made = decodePicture(Buffer.from(text, 'latin1'), 2000)
  await expect(made).rejects.toThrow(new PictureRefused('Images only!'))
})

it.each([
  ['GIF87a', 'GIF'],
  ['GIF89a\x01\0\x01\0', 'GIF'],
  ['MM\0*\0\0\0\x08', 'TIFF'],
  ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'HEIC'],
  ['\0\0\0\x18ftypheix\0\0\0\0mif1heix', 'HEIC'],
])('says what to do with %j', async (text, format) => {
  const made = decodePicture(Buffer.from(text, 'latin1'), 2000)
  await expect(made).rejects.toThrow(new RegExp(`^This picture is (a )?${format}.* Save it as`))
})

it.each(['jpeg', 'png', 'webp', 'avif'] as const)('refuses a truncated %s', async (format) => {
  const whole = await picture.clone().toFormat(format).toBuffer()
  const made = decodePicture(whole.subarray(0, Math.floor(whole.length * 0.6)), 2000)
  await expect(made).rejects.toThrow(/damaged/)
})

it('refuses SVG after the first bytes of a PNG', async () => {
  const fake = Buffer.from('\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'latin1')
  await expect(decodePicture(fake, 2000)).rejects.toThrow(PictureRefused)
})

it('refuses 900 million pixels before they are decompressed', async () => {
  const bomb = blackPng(30_000)
  await expect(decodePicture(bomb, 2000)).rejects.toThrow(/50 megapixels/)
  // Of a picture that ends after the first of its compressed bytes, the size can be refused only by the header.
  await expect(decodePicture(bomb.subarray(0, 100), 2000)).rejects.toThrow(/50 megapixels/)
  await expect(decodePicture(blackPng(300).subarray(0, 60), 2000)).rejects.toThrow(/damaged/)
})

const ANIMATED = new PictureRefused('This picture is animated. Upload a still picture.')

it('refuses an animated WebP', async () => {
  const frames = Buffer.concat([Buffer.alloc(30 * 20 * 3, 40), Buffer.alloc(30 * 20 * 3, 200)])
  const strip = { width: 30, height: 40, channels: 3, pageHeight: 20 } as const
  const animated = await sharp(frames, { raw: strip })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
  expect((await sharp(animated).metadata()).pages).toBe(2)
  await expect(decodePicture(animated, 2000)).rejects.toThrow(ANIMATED)
})

it('refuses an animated PNG', async () => {
  const still = await picture.clone().resize(30, 20).png().toBuffer()
  const control = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
  const animated = Buffer.concat([still.subarray(0, 33), control, still.subarray(33)])
  await expect(decodePicture(animated, 2000)).rejects.toThrow(ANIMATED)
  expect(await decodePicture(still, 2000)).toMatchObject({ width: 30, height: 20 })
})

it('refuses an AVIF that is a sequence', async () => {
  const still = await picture.clone().resize(30, 20).avif().toBuffer()
  const sequence = Buffer.from(still)
  sequence.write('avis', 8, 'latin1')
  await expect(decodePicture(sequence, 2000)).rejects.toThrow(ANIMATED)
  expect(await decodePicture(still, 2000)).toMatchObject({ width: 30, height: 20 })
})

it.each([8, 12, 20, 33, 40])(
  'refuses the first %i bytes of a picture in any of the four formats',
  async (length) => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const whole = await picture.clone().resize(30, 20).toFormat(format).toBuffer()
      await expect(decodePicture(whole.subarray(0, length), 2000)).rejects.toThrow(PictureRefused)
    }
  },
)
