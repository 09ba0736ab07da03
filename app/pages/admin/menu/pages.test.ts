import { expect, test } from 'vitest'
import { afterSave, mergeMenus, type Page } from './pages.ts'

const page = (file: string, title: string, text: string, isOld = false) => ({
  file,
  title,
  text,
  isOld,
  facts: null,
})

/** The merged pages, and the words that found no place. */
const carryOver = (mine: Page[], from: Page[], theirs: Page[]) => {
  const { values, unmerged } = mergeMenus({
    base: { pages: from },
    mine: { pages: mine },
    theirs: { pages: theirs },
  })
  return { ...values, unmerged }
}

const base = [page('a.jpg', 'Coffee', 'Espresso'), page('b.jpg', 'Cake', 'Scone')]

test('what was typed goes on to the picture that hangs in the place of the old one', () => {
  const typed = [page('a.jpg', 'Kaffee', 'Espresso'), page('b.jpg', 'Cake', 'Scone | 4')]
  const next = [page('x.jpg', 'Coffee', 'Espresso', true), page('y.jpg', 'Cake', 'Scone', true)]
  expect(carryOver(typed, base, next)).toEqual({
    pages: [page('x.jpg', 'Kaffee', 'Espresso', true), page('y.jpg', 'Cake', 'Scone | 4', true)],
    unmerged: [],
  })
})

test('pages that were moved and not saved take their words to where their picture hung', () => {
  const typed = [page('b.jpg', 'Kuchen', 'Scone'), page('a.jpg', 'Coffee', 'Espresso')]
  const next = [page('x.jpg', 'Coffee', ''), page('y.jpg', 'Cake', '')]
  expect(carryOver(typed, base, next).pages.map(({ title }) => title)).toEqual(['Coffee', 'Kuchen'])
})

test('an old text that was cleared stays cleared, and nobody is asked about it', () => {
  const typed = [page('a.jpg', 'Coffee', ''), page('b.jpg', 'Cake', 'Scone')]
  const next = [page('x.jpg', 'Coffee', 'Espresso', true)]
  expect(carryOver(typed, base, next).pages).toEqual([page('x.jpg', 'Coffee', '')])
})

test('words whose page is gone are left over; words that nobody changed are not', () => {
  const typed = [page('a.jpg', 'Coffee', 'Espresso'), page('b.jpg', 'Kuchen', 'Scone | 4')]
  const next = [page('x.jpg', 'Coffee', 'Espresso', true)]
  expect(carryOver(typed, base, next)).toEqual({
    pages: next,
    unmerged: [
      { label: 'Title of page 2', text: 'Kuchen' },
      { label: 'Text of page 2', text: 'Scone | 4' },
    ],
  })
})

test('where somebody else has written, theirs is shown and mine is left over; elsewhere mine stays', () => {
  const typed = [page('a.jpg', 'Mine', 'Mine too'), page('b.jpg', 'Cake', 'Scone')]
  const next = [page('b.jpg', 'Cake', 'Scone'), page('a.jpg', 'Theirs', 'Espresso')]
  expect(carryOver(typed, base, next)).toEqual({
    pages: [page('b.jpg', 'Cake', 'Scone'), page('a.jpg', 'Theirs', 'Mine too')],
    unmerged: [{ label: 'Title of page 1', text: 'Mine' }],
  })
})

test('a page that was taken down by hand leaves nothing over', () => {
  const next = [page('x.jpg', 'Coffee', ''), page('y.jpg', 'Cake', '')]
  expect(carryOver([base[1]!], base, next)).toEqual({ pages: next, unmerged: [] })
})

test('what is typed while a save is under way stays, and the rest is as it was saved', () => {
  const sent = [page('a.jpg', 'Coffee', 'Espresso\n\n'), page('b.jpg', 'Cake', 'Scone')]
  const typed = [page('b.jpg', 'Cakes', 'Scone'), page('a.jpg', 'Coffee', 'Espresso\n\n')]
  const saved = [page('a.jpg', 'Coffee', 'Espresso'), page('b.jpg', 'Cake', 'Scone')]
  expect(afterSave(typed, sent, saved)).toEqual([
    page('b.jpg', 'Cakes', 'Scone'),
    page('a.jpg', 'Coffee', 'Espresso'),
  ])
})
