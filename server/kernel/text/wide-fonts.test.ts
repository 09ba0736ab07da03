/** Lines in other scripts than European ones. */
import { describe, expect, test } from 'vitest'
import { pdfText } from '#test/pdf-text.ts'
import { unprintable } from '#shared/kernel/printable.ts'
import { EUROPEAN } from './font-objects.ts'
import { printable, runsOf, widthOf } from './pdf-fonts.ts'
import { createPdf } from './pdf.ts'
import { fontsFor } from './wide-fonts.ts'

/** The fonts and glyphs of a line from left to right. */
async function drawn(line: string) {
  const runs = runsOf(line, false, await fontsFor(line))
  return runs.map(({ font, glyphs }) => ({ font: font.name, ids: glyphs.map(({ id }) => id), glyphs }))
}
const shown = async (line: string) =>
  (await drawn(line)).map(({ glyphs }) => glyphs.map(({ text }) => text).join(''))

test('a European text loads no further font', async () => {
  expect(await fontsFor('Siobhán Nguyễn Владимир Δημήτρης “Smith” <b@x> ❤️')).toEqual(EUROPEAN)
})

describe('text from right to left is ordered', () => {
  test.each([
    ['Hebrew alone', 'דוד כהן', ['ןהכ', ' ', 'דוד']],
    ['Hebrew in English', 'For דוד, with love', ['For ', 'דוד', ', with love']],
    ['brackets', 'שלום (עולם)', ['(', 'םלוע', ') ', 'םולש']],
    ['digits', 'דוד 42', ['42', ' ', 'דוד']],
  ])('%s', async (_, line, parts) => {
    expect((await shown(line)).join('')).toBe(parts.join(''))
  })
})

test('the letters of Arabic are joined: a letter has another form within a word than alone', async () => {
  const { wide } = await fontsFor('بيت')
  const idsOf = (text: string) => wide[0]!.shape!(text, true).map(({ id }) => id)
  expect(idsOf('بيت')).not.toEqual(['ت', 'ي', 'ب'].flatMap(idsOf))
})

test('marks of Thai are above or below their letter and take no room', async () => {
  const [word] = await drawn('ปิ่น')
  expect(word!.glyphs.filter(({ advance }) => advance === 0)).toHaveLength(2)
  const fonts = await fontsFor('ปิ่น')
  expect(widthOf('ปิ่น', 10, false, fonts)).toBeCloseTo(widthOf('ปน', 10, false, fonts), 5)
})

test('a Japanese text gets the Japanese forms of Chinese characters', async () => {
  expect((await drawn('骨')).map(({ font }) => font)).toEqual(['NotoSans-sc'])
  expect((await drawn('骨は')).map(({ font }) => font)).toEqual(['NotoSans-jp'])
})

test('a PDF has only the letters that it shows, and its text can be read', async () => {
  const lines = ['王小明', '김민수', 'สมชาย', 'محمد', 'דוד', 'Ann']
  const pdf = await createPdf('Names', lines)
  for (const [index, line] of lines.entries()) pdf.text(line, { x: 50, y: 50 + index * 20 })
  expect(pdf.isWhole()).toBe(true)
  const file = await pdf.save()
  expect(file.length).toBeLessThan(60_000)
  const { pages, unreadable } = await pdfText(file)
  expect(unreadable).toBe(0)
  expect(pages[0]!.map((line) => line.replaceAll('|', ''))).toEqual([
    '王小明',
    '김민수',
    'สมชาย',
    'دمحم',
    'דוד',
    'Ann',
  ])
  pdf.text('नम', { x: 50, y: 200 })
  expect(pdf.isWhole()).toBe(false)
})

test('what the form says about a sign is what the PDF does with it', async () => {
  // Chinese characters are left out: the fonts have those of the standards, and the form does not know the others.
  const letters = Array.from({ length: 0x10_000 - 0x20 }, (_, index) => index + 0x20)
    .filter((code) => code < 0x3400 || (code > 0x9fff && code < 0xd800) || code > 0xfeff)
    .map((code) => String.fromCharCode(code))
    .filter((letter) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(letter) && letter.normalize('NFC') === letter)
  const fonts = await fontsFor(letters.join(''))
  const wrong = letters.filter(
    (letter) => unprintable(letter).length === 0 && !printable(letter, fonts).isWhole,
  )
  expect(wrong).toEqual([])
  expect(unprintable('생일 축하! 王小明 Żółć')).toEqual([])
  expect(unprintable('Happy ❤️ नम 🎉 ❤️')).toEqual(['❤', 'न', 'म', '🎉'])
})
