import { expect, test } from 'vitest'
import { firstSentence } from './description.ts'

test.each([
  ['Grown at 1.900 m. Dried on beds.', 'Grown at 1.900 m.'],
  ['Sweet! And round.', 'Sweet!'],
  ['No full stop\n\nSecond part.', 'No full stop'],
  ['\n Only one.', 'Only one.'],
  ['', ''],
])('the first sentence of %j is %j', (text, sentence) => expect(firstSentence(text)).toBe(sentence))

test('a first sentence without an end is cut, if possible after a whole word', () => {
  expect(firstSentence('word '.repeat(1000))).toBe(`${'word '.repeat(18)}…`)
  expect(firstSentence('x'.repeat(5000))).toBe(`${'x'.repeat(90)} …`)
})
