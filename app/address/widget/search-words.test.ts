import { expect, test } from 'vitest'
import { searchWord } from './search-words.ts'

const LANGUAGES = 'de it en nl fr ca he ja lv pt sr zh cs hu ka nb sk th fi is ko pl sl fa ru'.split(' ')

test('the search box speaks 25 languages, each with its own word', () => {
  expect(LANGUAGES).toHaveLength(25)
  for (const language of LANGUAGES) {
    expect(searchWord(`${language}-XX`)).toBe(searchWord(language))
    if (language !== 'en') expect(searchWord(language), language).not.toBe('Search')
  }
})

test('any other language reads Search', () => {
  for (const language of ['', 'tlh', 'xx-YY', 'constructor']) expect(searchWord(language)).toBe('Search')
})
