import { expect, test } from 'vitest'
import { linksIn, mailMarkdownToHtml, markdownToHtml } from './markdown.ts'

const levelsOf = (html: string) => html.match(/<[ou]l[ >]/g)?.length ?? 0

test.each(['- ', '1. ', '* ', '   - ', '+ 2) '])(
  'thousands of lists in each other are three: %s',
  (marker) => {
    const text = `${marker.repeat(2000)}end`
    expect(levelsOf(markdownToHtml(text, {}))).toBe(3)
    expect(levelsOf(mailMarkdownToHtml(text))).toBe(3)
    expect(linksIn(text)).toEqual([])
  },
)

test('lists within lists stay as they are', () => {
  expect(levelsOf(markdownToHtml('- a\n  - b\n    - c\n      - d', {}))).toBe(4)
  expect(markdownToHtml('- - - *b* and 1.5', {})).toContain('<li><em>b</em> and 1.5</li>')
  expect(markdownToHtml('1. one\n2. two', {})).toContain('<li>two</li>')
})
