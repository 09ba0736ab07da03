import { expect, test } from 'vitest'
import { neededTests, type RecordedTest } from './needed.ts'

const recorded = (name: string, sent: number, ...statements: string[]): RecordedTest => ({
  name,
  statements,
  sent,
})

const namesOf = (tests: RecordedTest[]) => {
  const needed = neededTests(tests)
  return tests.filter((one) => needed.has(one.name)).map(({ name }) => name)
}

test('the selected tests send every statement, and no test is selected whose statements the others send', () => {
  const both = recorded('adds and removes', 10, 'insert', 'delete')
  const one = recorded('adds', 5, 'insert')
  const other = recorded('changes', 5, 'update', 'insert')
  expect(namesOf([one, both, other])).toEqual(['adds and removes', 'changes'])
})

test('of two tests with the same statements the one that sends fewer is selected, in any order', () => {
  const long = recorded('a hundred orders', 500, 'insert')
  const short = recorded('one order', 5, 'insert')
  expect(namesOf([long, short])).toEqual(['one order'])
  expect(namesOf([short, long])).toEqual(['one order'])
})

test('the same statement with another outcome is another statement', () => {
  const found = recorded('a product is found', 5, 'select → rows')
  const missing = recorded('an unknown product is not found', 5, 'select → no rows')
  expect(namesOf([found, missing])).toEqual(['a product is found', 'an unknown product is not found'])
})

test('a test without statements is not selected', () => {
  expect(namesOf([recorded('a request without a session is refused', 0)])).toEqual([])
})
