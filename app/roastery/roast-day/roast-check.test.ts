import { describe, expect, test } from 'vitest'
import { lossWarning, problemsOfRoast, secondsIn, timeText } from './roast-check.ts'

const batch = { greenGrams: 12_000, expectedGrams: 10_200 }
const problem = (roastedGrams: number | null, seconds: number | null = null) =>
  problemsOfRoast(batch, { roastedGrams, seconds }, 'kg')

describe('the weight after roasting', () => {
  test('is accepted with a usual loss, and missing until it is entered', () => {
    expect(problem(10_200)).toEqual({})
    expect(problem(null)).toEqual({})
  })

  test('cannot be more than the green coffee', () => {
    expect(problem(12_001).roastedGrams).toBe(
      'This is more than the 12\u00a0kg (26.46\u00a0lb) of green coffee',
    )
  })

  test('is refused if pounds were entered as kilograms, or kilograms as pounds', () => {
    // 22.49 lb as kg, and 10.2 kg as lb.
    expect(problem(22_490).roastedGrams).toContain('more than')
    expect(problem(4627).roastedGrams).toContain('A loss of 61.4%')
    expect(problem(11_900).roastedGrams).toContain('A loss of 0.8%')
    expect(problem(Number.NaN).roastedGrams).toBe('Enter a weight as a number, such as 10.2')
  })

  test('causes a warning if the loss is far from the expected loss', () => {
    expect(lossWarning(batch, 10_100)).toBeNull()
    expect(lossWarning(batch, 9600)).toContain(
      'A loss of 20.0% is unusual for this roast, which loses about 15.0%',
    )
    expect(lossWarning(batch, null)).toBeNull()
  })
})

test('the time of a roast is read as minutes and seconds', () => {
  expect(secondsIn('11:42')).toBe(702)
  expect(secondsIn(' 9:05 ')).toBe(545)
  expect(secondsIn('11.42')).toBe(702)
  expect(secondsIn('12')).toBe(720)
  expect(secondsIn('')).toBeNull()
  expect(secondsIn('9:75')).toBeNaN()
  expect(timeText(702)).toBe('11:42')
  expect(problem(null, 59).time).toBe('A roast takes at least 1 minute')
  expect(problem(null, 3601).time).toBe('A roast takes 1 hour at most')
  expect(problem(null, Number.NaN).time).toBe('Enter minutes and seconds, such as 11:30')
})
