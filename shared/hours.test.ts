import { expect, test } from 'vitest'
import { brand } from './brand.ts'
import { shortHours, spokenHours } from './hours.ts'

test('opening hours are written in a short form, and in words for screen readers and mails', () => {
  expect(brand.hours.map((hours) => `${hours.days} ${shortHours(hours)}`)).toEqual(['M-F 7-5', 'S-S 8-5'])
  expect(brand.hours.map(spokenHours)).toEqual([
    'Monday to Friday, 7 am to 5 pm',
    'Saturday and Sunday, 8 am to 5 pm',
  ])
})
