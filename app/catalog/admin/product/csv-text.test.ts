import { expect, test } from 'vitest'
import { csvText } from './csv-text.ts'

const file = (...parts: BlobPart[]) => new File(parts, 'products.csv')
const read = (...parts: BlobPart[]) => csvText(file(...parts), 1_000_000)

test('a file in UTF-8 is read with and without a byte order mark', async () => {
  expect(await read('Name\nTarrazú')).toBe('Name\nTarrazú')
  expect(await read('\ufeffName\nTarrazú')).toBe('Name\nTarrazú')
})

test('a file in the other encodings that Excel writes is read', async () => {
  expect(await read(Uint8Array.of(0x54, 0x61, 0x72, 0x72, 0x61, 0x7a, 0xfa))).toBe('Tarrazú')
  expect(await read(Uint8Array.of(0xff, 0xfe, 0x7a, 0x00, 0xfa, 0x00))).toBe('zú')
  expect(await read(Uint8Array.of(0xfe, 0xff, 0x00, 0x7a, 0x00, 0xfa))).toBe('zú')
})

test('a workbook and a file that is too large are refused with a message', async () => {
  await expect(read('PK\u0003\u0004')).rejects.toThrow(/Save it as CSV/)
  await expect(read('x'.repeat(1_000_001))).rejects.toThrow(/1 MB at most/)
  await expect(read('"\n'.repeat(300_000))).rejects.toThrow(/1 MB at most/)
})
