import { expect, it } from 'vitest'
import { amountOf, priceText, readCard, spoken } from './card.ts'

const LINES = [
  'Pulled on The Gallery Blend.',
  '## Espresso',
  'Cortado | equal parts | 4.5',
  'Americano | 4',
  '## House',
  'Frame Latte | brown sugar, orange | 6.25',
  'Oat milk +0.75.',
]

it('reads sections, items with notes and prices, and the sentences around them', () => {
  expect(readCard(LINES)).toEqual({
    intro: ['Pulled on The Gallery Blend.'],
    sections: [
      {
        heading: 'Espresso',
        words: [],
        items: [
          { name: 'Cortado', note: 'equal parts', price: '4.5' },
          { name: 'Americano', note: '', price: '4' },
        ],
      },
      {
        heading: 'House',
        words: [],
        items: [{ name: 'Frame Latte', note: 'brown sugar, orange', price: '6.25' }],
      },
    ],
    foot: ['Oat milk +0.75.'],
  })
})

it('keeps items that stand under no heading, and an item without a price', () => {
  expect(readCard(['Water | from the tap', 'Bread | | 3']).sections).toEqual([
    {
      heading: '',
      words: [],
      items: [
        { name: 'Water', note: 'from the tap', price: '' },
        { name: 'Bread', note: '', price: '3' },
      ],
    },
  ])
})

it('writes prices as people do, and leaves words alone', () => {
  expect(['4.5', '$4', '12.00', 'market price'].map(priceText)).toEqual([
    '$4.50',
    '$4.00',
    '$12.00',
    'market price',
  ])
  expect(amountOf('1 or 2')).toBeNull()
})

it('says a whole page in one text', () => {
  expect(spoken('Espresso Bar', readCard(LINES))).toBe(
    'Espresso Bar. Pulled on The Gallery Blend. Espresso: Cortado $4.50, Americano $4.00. House: Frame Latte $6.25. Oat milk +0.75',
  )
})
