import { expect, test } from 'vitest'
import { afterSave, mergeMenus, type Page } from './pages.ts'

const page = (file: string, title: string, text: string, isOld = false) => ({
  file,
  title,
  text,
  isOld,
  facts: null,
})

/** The merged pages, and the text that could not be merged. */
const merge = (mine: Page[], from: Page[], theirs: Page[]) => {
  const { values, unmerged } = mergeMenus({
    base: { pages: from },
    mine: { pages: mine },
    theirs: { pages: theirs },
  })
  return { ...values, unmerged }
}

const base = [page('a.jpg', 'Coffee', 'Espresso'), page('b.jpg', 'Cake', 'Scone')]

test('a merge moves typed text to the picture that replaced the old picture', () => {
  const typed = [page('a.jpg', 'Kaffee', 'Espresso'), page('b.jpg', 'Cake', 'Scone | 4')]
  const next = [page('x.jpg', 'Coffee', 'Espresso', true), page('y.jpg', 'Cake', 'Scone', true)]
  expect(merge(typed, base, next)).toEqual({
    pages: [page('x.jpg', 'Kaffee', 'Espresso', true), page('y.jpg', 'Cake', 'Scone | 4', true)],
    unmerged: [],
  })
})

test('a merge moves the text of a page to the index where its picture was saved, even if the page was moved before the save', () => {
  const typed = [page('b.jpg', 'Kuchen', 'Scone'), page('a.jpg', 'Coffee', 'Espresso')]
  const next = [page('x.jpg', 'Coffee', ''), page('y.jpg', 'Cake', '')]
  expect(merge(typed, base, next).pages.map(({ title }) => title)).toEqual(['Coffee', 'Kuchen'])
})

test('a merge keeps an old text empty if it was cleared, and asks for no decision about it', () => {
  const typed = [page('a.jpg', 'Coffee', ''), page('b.jpg', 'Cake', 'Scone')]
  const next = [page('x.jpg', 'Coffee', 'Espresso', true)]
  expect(merge(typed, base, next).pages).toEqual([page('x.jpg', 'Coffee', '')])
})

test('a merge reports typed text of a removed page as unmerged, but not unchanged text', () => {
  const typed = [page('a.jpg', 'Coffee', 'Espresso'), page('b.jpg', 'Kuchen', 'Scone | 4')]
  const next = [page('x.jpg', 'Coffee', 'Espresso', true)]
  expect(merge(typed, base, next)).toEqual({
    pages: next,
    unmerged: [
      { label: 'Title of page 2', text: 'Kuchen' },
      { label: 'Text of page 2', text: 'Scone | 4' },
    ],
  })
})

test('a merge uses the saved text if both changed a field, and reports mine as unmerged', () => {
  const typed = [page('a.jpg', 'Mine', 'Mine too'), page('b.jpg', 'Cake', 'Scone')]
  const next = [page('b.jpg', 'Cake', 'Scone'), page('a.jpg', 'Theirs', 'Espresso')]
  expect(merge(typed, base, next)).toEqual({
    pages: [page('b.jpg', 'Cake', 'Scone'), page('a.jpg', 'Theirs', 'Mine too')],
    unmerged: [{ label: 'Title of page 1', text: 'Mine' }],
  })
})

test('a merge reports nothing as unmerged for a page that I removed', () => {
  const next = [page('x.jpg', 'Coffee', ''), page('y.jpg', 'Cake', '')]
  expect(merge([base[1]!], base, next)).toEqual({ pages: next, unmerged: [] })
})

test('a merge keeps changes made during a save, and uses the saved values for the rest', () => {
  const sent = [page('a.jpg', 'Coffee', 'Espresso\n\n'), page('b.jpg', 'Cake', 'Scone')]
  const typed = [page('b.jpg', 'Cakes', 'Scone'), page('a.jpg', 'Coffee', 'Espresso\n\n')]
  const saved = [page('a.jpg', 'Coffee', 'Espresso'), page('b.jpg', 'Cake', 'Scone')]
  expect(afterSave(typed, sent, saved)).toEqual([
    page('b.jpg', 'Cakes', 'Scone'),
    page('a.jpg', 'Coffee', 'Espresso'),
  ])
})
