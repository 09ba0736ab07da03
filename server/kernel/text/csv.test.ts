import { expect, test } from 'vitest'
import { csvHead, csvLine, csvRows, foreignLine, NotCsv } from './csv.ts'

test('a header starts with a byte order mark, and lines end with CRLF', () => {
  expect(csvHead(['NAME', 'QTY'])).toBe('\ufeffNAME,QTY\r\n')
  expect(csvLine(['Guji', 3])).toBe('Guji,3\r\n')
})

test('cells with commas, quotes, line breaks or outer spaces are quoted', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', ' x', null])).toBe(
    '"a,b","say ""hi""","two\nlines"," x",\r\n',
  )
})

test.each([
  '=1+1',
  '+A1',
  '+1+A1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '  =1',
  '\u200b=1',
  '＝1',
  "=cmd|' /C calc'!A0",
])('a text that a spreadsheet would run as a formula gets an apostrophe: %j', (text) => {
  const cell = csvLine([text]).trimEnd().replace(/^"/, '')
  expect(cell.startsWith("'")).toBe(true)
})

test('a number may be negative, and a text with a sign inside is unchanged', () => {
  expect(csvLine([-5, 'a=b', 'half-and-half'])).toBe('-5,a=b,half-and-half\r\n')
})

test('a phone number with a plus has no apostrophe, and old files with one are read', () => {
  expect(csvLine(['+1 (703) 555-0100'])).toBe('+1 (703) 555-0100\r\n')
  expect(csvRows("A\n'+1 703 555 0100")).toEqual([['A'], ['+1 703 555 0100']])
})

test('a row for another shop has no apostrophe', () => {
  expect(foreignLine(['=1+1', '+1', '-5', '@home', 'a,b', null, 3])).toBe('=1+1,+1,-5,@home,"a,b",,3\r\n')
})

test('written cells are read back unchanged, including formulas and apostrophes', () => {
  const cells = [
    '=1+1',
    "'=1",
    '+1',
    "'+1",
    "''@x",
    "'n Sync",
    '-5',
    'a,b;c',
    'say "hi"',
    'two\nlines',
    ' x ',
    '',
    'ü',
  ]
  expect(csvRows(csvHead(['A', 'B']) + csvLine(cells))).toEqual([['A', 'B'], cells])
})

test.each([
  ['commas', 'A,B\r\n1,2;3\r\n'],
  ['semicolons', '\ufeffA;B\n1;"2;3"'],
  ['tabs', 'A\tB\r\n1\t2;3'],
  ['quoted names with commas inside', '"A";"B"\r\n1;"2;3"'],
])('cells separated by %s are parsed', (_, text) => {
  expect(csvRows(text)).toEqual([
    ['A', 'B'],
    ['1', '2;3'],
  ])
})

test('empty rows are kept, and rows may be shorter or longer than the header', () => {
  expect(csvRows('A,B\n\n1\n1,2,3\n')).toEqual([['A', 'B'], [''], ['1'], ['1', '2', '3']])
})

test.each([
  ['A,B\n1,2\n"3,4\n5,6', 3, /never closed/],
  ['A,B\n1,"2"x', 2, /followed by more text/],
  ['A,B\n1,2\n3,4"', 3, /within a text/],
])('a file with an unmatched quotation mark is refused with a message: %j', (text, row, message) => {
  const reading = () => csvRows(text)
  expect(reading).toThrow(NotCsv)
  expect(reading).toThrow(expect.objectContaining({ row, message: expect.stringMatching(message) }))
})
