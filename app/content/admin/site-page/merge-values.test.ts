import { expect, test } from 'vitest'
import { line, list, namedSlots } from '#shared/platform/site-pages/slots.ts'
import { mergeValues } from './merge-values.ts'

const slots = namedSlots({
  title: line('Heading', { max: 40 }),
  rows: list('Rows', { item: 'Row', min: 0, max: 9, of: { text: line('Text', { max: 9 }) } }),
})
const row = (id: string, text = id) => ({ id, text })
const base = { title: 'A', rows: [row('a'), row('b'), row('c')] }
const merge = (mine: Partial<typeof base>, theirs: Partial<typeof base>) =>
  mergeValues(slots, { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } })

test('a merge uses the changes of both admins, and reports mine as unmerged if both changed the same text', () => {
  expect(merge({ title: 'Mine' }, { rows: [row('a', 'x')] })).toEqual({
    values: { title: 'Mine', rows: [row('a', 'x')] },
    unmerged: [],
  })
  expect(merge({ title: 'Mine' }, { title: 'Theirs' })).toEqual({
    values: { title: 'Theirs', rows: base.rows },
    unmerged: [{ label: 'Heading', text: 'Mine' }],
  })
})

test('a merge keeps parts that one of the admins added, and their order', () => {
  const mine = [row('c'), row('mine'), row('a'), row('b')]
  const theirs = [row('a'), row('b', 'x'), row('theirs'), row('c')]
  expect(merge({ rows: mine }, { rows: theirs }).values.rows).toEqual([
    row('c'),
    row('mine'),
    row('a'),
    row('b', 'x'),
    row('theirs'),
  ])
})

test('a merge removes parts, unless the other admin has changed them', () => {
  const without = [row('b', 'mine'), row('c')]
  expect(merge({ rows: without }, { rows: [row('a', 'x'), row('c', 'y')] })).toEqual({
    values: { title: 'A', rows: [row('a', 'x'), row('c', 'y')] },
    unmerged: [{ label: 'Row', text: 'mine' }],
  })
})
