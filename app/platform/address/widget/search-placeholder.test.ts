import { expect, test } from 'vitest'
import { searchPlaceholder } from './search-placeholder.ts'

const LANGUAGES = 'de it en nl fr ca he ja lv pt sr zh cs hu ka nb sk th fi is ko pl sl fa ru'.split(' ')

test('the placeholder of the search box is translated into 25 languages', () => {
  expect(LANGUAGES).toHaveLength(25)
  for (const language of LANGUAGES) {
    expect(searchPlaceholder(`${language}-XX`)).toBe(searchPlaceholder(language))
    if (language !== 'en') expect(searchPlaceholder(language), language).not.toBe('Search')
  }
})

test('the placeholder is Search in any other language', () => {
  for (const language of ['', 'tlh', 'xx-YY', 'constructor'])
    expect(searchPlaceholder(language)).toBe('Search')
})
