import { expect, test } from 'vitest'
import { csvHead, csvLine } from './csv.ts'

test('a head begins with the byte order mark, and a line ends with CRLF', () => {
  expect(csvHead(['NAME', 'QTY'])).toBe('\ufeffNAME,QTY\r\n')
  expect(csvLine(['Guji', 3])).toBe('Guji,3\r\n')
})

test('commas, quotes, line ends and outer spaces are quoted', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', ' x', null])).toBe(
    '"a,b","say ""hi""","two\nlines"," x",\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '\u200b=1', '＝1', "=cmd|' /C calc'!A0"])(
  'a text that a spreadsheet would run is told apart: %j',
  (text) => {
    const cell = csvLine([text]).trimEnd().replace(/^"/, '')
    expect(cell.startsWith("'")).toBe(true)
  },
)

test('a number may be negative, and a text with a sign inside stays as it is', () => {
  expect(csvLine([-5, 'a=b', 'half-and-half'])).toBe('-5,a=b,half-and-half\r\n')
})
