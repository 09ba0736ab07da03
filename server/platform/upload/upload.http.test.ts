// On SQLite only: files and streams, the same code on both databases.
// Slow, not in `npm run check`: many or large pictures.
import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variantUrls } from '#shared/kernel/picture.ts'
import { blackPng } from '#test/bombs.ts'
import { aPicture, formOf, type FormFile } from '#test/form.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
})
afterAll(() => shop.close())

const PRODUCT = '/api/upload/productimage'
const ARTIST = '/api/upload/artshowimage'

function send(path: string, field: string, files: readonly FormFile[]) {
  const { payload, headers } = formOf(field, files)
  return admin.post(path, payload, headers)
}

const stored = async () => (await Array.fromAsync(shop.shop.uploads.store.list())).map(({ name }) => name)
const incomingFiles = () => readdir(shop.shop.config.incoming).catch(() => [])

/** Expects a refusal that leaves rows, files and the folder of incoming uploads unchanged. */
async function refused(status: number, message: string | RegExp, call: () => ReturnType<typeof send>) {
  const before = await stored()
  const changed = await changedBy(shop.db, async () => {
    const answer = await call()
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ message: expect.stringMatching(message) }),
    ])
  })
  expect(changed).toEqual([])
  expect(await stored()).toEqual(before)
  expect(await incomingFiles()).toEqual([])
}

test('a picture is stored in every width and format, with a row, and its form is deleted', async () => {
  const bytes = await aPicture({ width: 800, height: 600 })
  const { status, body } = await send(PRODUCT, 'image', [{ bytes }])
  expect([status, body]).toEqual([
    200,
    {
      message: 'Image uploaded successfully',
      image: expect.stringMatching(/^\/uploads\/[0-9a-f]{16}-[0-9a-f]{12}-800\.jpg$/),
      facts: expect.objectContaining({
        src: body.image,
        width: 800,
        height: 600,
        widths: [240, 360, 540, 800],
      }),
    },
  ])
  for (const url of variantUrls(body.facts)) {
    const answer = await shop.visitor().get(url)
    expect([url, answer.status]).toEqual([url, 200])
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  }
  const row = await shop.db
    .selectFrom('uploads')
    .selectAll()
    .where('file', '=', body.image.slice('/uploads/'.length))
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ actor_id: admin.id, facts: JSON.stringify(body.facts) })
  expect(await incomingFiles()).toEqual([])
})

test('an uploaded picture can be used for a product, which shows it', async () => {
  const { body } = await send(PRODUCT, 'image', [{ bytes: await aPicture() }])
  const id = await shop.sell()
  const edit = { name: 'Guji', price: 19, category: 'Coffee Beans', countInStock: 3, image: body.image }
  const { status, body: product } = await admin.put(`/api/products/${id}`, edit)
  expect([status, product.pictures.image]).toEqual([200, { ...body.facts, alt: 'Guji' }])
  await refused(400, /not one of the shop’s pictures/, () =>
    admin.put(`/api/products/${id}`, { ...edit, image: '/uploads/0123456789abcdef-0123456789ab-24.jpg' }),
  )
})

describe('a body that is not a form with pictures', () => {
  test('a form without a file, or with a file that has no name and no bytes, is refused', async () => {
    await refused(400, 'Choose a picture first', () => send(PRODUCT, 'image', []))
    await refused(400, 'Choose a picture first', () => send(PRODUCT, 'image', [{ name: '', bytes: '' }]))
    await refused(400, 'Choose a picture first', () => send(ARTIST, 'images', [{ name: '', bytes: '' }]))
  })

  test.each(['', 'images', 'image[]', 'a[999999999]', '__proto__', 'image\u0000'])(
    'a file in another field is refused: %j',
    (field) => refused(400, /field image/, async () => send(PRODUCT, field, [{ bytes: await aPicture() }])),
  )

  test('a text field is refused', async () => {
    const text = '--b\r\ncontent-disposition: form-data; name="image"\r\n\r\nhello\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    await refused(400, /field image/, () => admin.post(PRODUCT, `${text}--b--\r\n`, headers))
    await refused(400, /field image/, () => admin.post(PRODUCT, `${text}${text}--b--\r\n`, headers))
  })

  test('a truncated form is refused', async () => {
    const { payload, headers } = formOf('image', [{ bytes: await aPicture() }])
    for (const end of [payload.length - 4, payload.length - 60, 200, 60, 20, 0]) {
      await refused(400, /damaged|Choose/, () => admin.post(PRODUCT, payload.subarray(0, end), headers))
    }
  })

  test('ten thousand parts are refused', async () => {
    const parts = Array.from({ length: 10_000 }, () => ({ bytes: 'x' }))
    await refused(413, 'Send 20 pictures at a time at most', () => send(ARTIST, 'images', parts))
    await refused(413, 'Send one picture at a time', () => send(PRODUCT, 'image', parts))
    const { payload, headers } = formOf('images', [])
    const empty = '--x\r\ncontent-type: text/plain\r\n\r\n\r\n'.repeat(10_000)
    await refused(413, /pictures at a time/, () =>
      admin.post(ARTIST, Buffer.concat([Buffer.from(empty), payload]), {
        ...headers,
        'content-type': 'multipart/form-data; boundary=x',
      }),
    )
  })

  test.each([
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=', 400],
    ['multipart/mixed; boundary=x', 415],
    ['application/json', 415],
    ['image/jpeg', 415],
    ['application/x-www-form-urlencoded', 415],
  ])('a body of type %s is refused with %i', async (type, status) => {
    await refused(status, /./, () => admin.post(PRODUCT, '{}', { 'content-type': type }))
  })
})

test('the file name of an upload is ignored', async () => {
  const names = [
    '../../server.js',
    'C:\\\\x.jpg',
    'a\u0000.jpg',
    `${'n'.repeat(4000)}.jpg`,
    '.htaccess',
    'a.pngx',
    '..',
  ]
  for (const name of names) {
    const { status, body } = await send(PRODUCT, 'image', [{ name, bytes: await aPicture() }])
    expect([name, status]).toEqual([name, 200])
    expect(body.image).toMatch(/^\/uploads\/[0-9a-f]{16}-[0-9a-f]{12}-24\.jpg$/)
  }
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const HEIC = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1')])

describe('a file that is not an accepted picture', () => {
  test.each<[string, string | Buffer, string]>([
    ['an SVG', SVG, 'a.svg'],
    ['an SVG renamed', SVG, 'a.png'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'a.png'],
    ['HTML with a wrong extension', '<html>', 'a.pngx'],
    ['a zip', 'PK\u0003\u0004', 'a.jpg'],
    ['a PDF', '%PDF-1.7', 'a.jpg'],
    ['a program', 'MZ\u0090\u0000', 'a.jpg'],
  ])('%s is refused', async (_what, bytes, name) => {
    await refused(400, 'Images only!', () => send(PRODUCT, 'image', [{ name, type: 'image/png', bytes }]))
    await refused(400, 'Picture 2: Images only!', async () =>
      send(ARTIST, 'images', [{ bytes: await aPicture() }, { bytes }]),
    )
  })

  test.each([
    ['HEIC', HEIC, /is HEIC.* Save it as JPEG.* Most Compatible/],
    ['TIFF', 'II*\u0000\u0008\u0000\u0000\u0000', /is TIFF. Save it as JPEG or PNG/],
  ])('%s is refused with what to do, whatever its name is', async (_what, bytes, message) => {
    await refused(400, message, () => send(PRODUCT, 'image', [{ name: 'a.jpg', type: 'image/jpeg', bytes }]))
  })

  test('a decompression bomb of 900 million pixels is refused before it is decompressed', async () => {
    await refused(400, /50 megapixels/, () => send(PRODUCT, 'image', [{ bytes: blackPng(30_000) }]))
  })

  test('an animation is refused', async () => {
    const raw = { width: 8, height: 16, channels: 3, pageHeight: 8 } as const
    const bytes = await sharp(Buffer.concat([Buffer.alloc(192, 9), Buffer.alloc(192, 99)]), { raw })
      .webp()
      .toBuffer()
    await refused(400, /animated/, () => send(PRODUCT, 'image', [{ bytes }]))
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a truncated %s is refused', async (format) => {
    const whole = await sharp(await aPicture({ width: 60, height: 40 }))
      .toFormat(format)
      .toBuffer()
    await refused(400, /damaged|Images only/, () =>
      send(PRODUCT, 'image', [{ bytes: whole.subarray(0, whole.length / 2) }]),
    )
  })
})

test('appended bytes and metadata of a picture are removed', async () => {
  const plain = sharp(await aPicture({ width: 300, height: 200 }))
  const exif = {
    IFD0: { Make: 'SecretCamera' },
    IFD3: { GPSLatitude: '48/1 12/1 30/1', GPSLatitudeRef: 'N' },
  }
  const bytes = Buffer.concat([
    await plain.withExif(exif).jpeg().toBuffer(),
    Buffer.from('<script>alert(1)</script><?php system("id") ?>'),
  ])
  const { body } = await send(PRODUCT, 'image', [{ bytes }])
  for (const url of variantUrls(body.facts)) {
    const { rawPayload } = await shop.app.inject(url)
    for (const secret of ['SecretCamera', '<script>', '<?php'])
      expect(rawPayload.includes(secret)).toBe(false)
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined()
  }
})

test('a photo from a rotated camera is upright', async () => {
  const turned = sharp(await aPicture({ width: 60, height: 40 })).withMetadata({ orientation: 6 })
  const { body } = await send(PRODUCT, 'image', [{ bytes: await turned.jpeg().toBuffer() }])
  expect(body.facts).toMatchObject({ width: 40, height: 60 })
})

test('a hundred concurrent uploads have a hundred names, even of the same picture', async () => {
  const bytes = await aPicture({ width: 8, height: 8 })
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(PRODUCT, 'image', [{ bytes }])))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.image)).size).toBe(100)
}, 90_000)

test('21 pictures are refused where 20 are allowed, and none is stored', async () => {
  const bytes = await aPicture({ width: 8, height: 8 })
  const many = (count: number) => Array.from({ length: count }, () => ({ bytes }))
  await refused(413, 'Send 20 pictures at a time at most', () => send(ARTIST, 'images', many(21)))
  const { body } = await send(ARTIST, 'images', many(20))
  expect(body).toMatchObject({ message: 'Images uploaded successfully', images: expect.any(Array) })
  expect(body.images).toHaveLength(20)
  expect(body.pictures.map(({ file }: { file: string }) => file)).toEqual(body.images)
})

test('a form that another site sends with the admin’s cookie is refused', async () => {
  const { payload, headers } = formOf('image', [{ bytes: await aPicture() }])
  const sites: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ]
  for (const foreign of sites) {
    await refused(403, /another site/, () => admin.post(PRODUCT, payload, { ...headers, ...foreign }))
  }
})

test('names that no picture has are answered with 404, even if the folder has such a file', async () => {
  const { body } = await send(PRODUCT, 'image', [{ bytes: await aPicture() }])
  const [stem] = body.image.split('-24.jpg')
  await shop.shop.uploads.store.put([['x-0123456789ab-9.jpg', Buffer.from('a file without a row')]])
  for (const path of [
    `${stem}-25.jpg`,
    `${stem}-24.png`,
    `${stem}-24.jpg.tmp`,
    `${stem}`,
    '/uploads/x-0123456789ab-9.jpg',
    '/uploads/..%2fshop.sqlite',
    '/uploads/',
  ]) {
    expect([path, (await shop.visitor().get(path)).status]).toEqual([path, 404])
  }
  await shop.shop.uploads.store.remove(['x-0123456789ab-9.jpg'])
})
