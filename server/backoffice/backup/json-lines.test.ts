import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { wholeLines } from './archive.ts'

const LINES = ['{"a":"é\u2028"}', '{"a":"☕☕☕"}', `{"a":"${'x'.repeat(50)}"}`, '{"a":""}']

test.each([1, 3, 7, 1000])(
  'a stream in chunks of %i bytes is split into texts of whole lines',
  async (size) => {
    const bytes = Buffer.from(LINES.map((line) => `${line}\n`).join(''))
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    const texts = await Array.fromAsync(wholeLines(Readable.from(chunks), 20))
    for (const text of texts) expect(text).toMatch(/\n$/)
    expect(texts.join('')).toBe(bytes.toString())
    if (size < 20) expect(texts.length).toBeGreaterThan(1)
  },
)

test('an empty stream has no lines', async () => {
  expect(await Array.fromAsync(wholeLines(Readable.from([]), 20))).toEqual([])
})
