import { expect, it } from 'vitest'
import { altText, amountOf, priceText, readCard } from './card.ts'

const LINES = [
  'Pulled on The Gallery Blend.',
  '## Espresso',
  'Cortado | equal parts | 4.5',
  'Americano | 4',
  '## House',
  'Frame Latte | brown sugar, orange | 6.25',
  'Oat milk +0.75.',
]

it('parses sections, items with notes and prices, and the sentences around them', () => {
  expect(readCard(LINES)).toEqual({
    intro: ['Pulled on The Gallery Blend.'],
    sections: [
      {
        heading: 'Espresso',
        sentences: [],
        items: [
          { name: 'Cortado', note: 'equal parts', price: '4.5' },
          { name: 'Americano', note: '', price: '4' },
        ],
      },
      {
        heading: 'House',
        sentences: [],
        items: [{ name: 'Frame Latte', note: 'brown sugar, orange', price: '6.25' }],
      },
    ],
    foot: ['Oat milk +0.75.'],
  })
})

it('accepts items without a heading, and items without a price', () => {
  expect(readCard(['Water | from the tap', 'Bread | | 3']).sections).toEqual([
    {
      heading: '',
      sentences: [],
      items: [
        { name: 'Water', note: 'from the tap', price: '' },
        { name: 'Bread', note: '', price: '3' },
      ],
    },
  ])
})

it('formats prices with two decimals, and leaves other text unchanged', () => {
  expect(['4.5', '$4', '12.00', 'market price'].map(priceText)).toEqual([
    '$4.50',
    '$4.00',
    '$12.00',
    'market price',
  ])
  expect(amountOf('1 or 2')).toBeNull()
})

it('puts a whole page into one alt text', () => {
  expect(altText('Espresso Bar', readCard(LINES))).toBe(
    'Espresso Bar. Pulled on The Gallery Blend. Espresso: Cortado $4.50, Americano $4.00. House: Frame Latte $6.25. Oat milk +0.75',
  )
})
