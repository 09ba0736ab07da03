/** The fields of a brew guide, in the order of its form. */
import * as z from 'zod/mini'
import { count } from '#shared/kernel/fields.ts'
import {
  choice,
  integer,
  optionalInteger,
  requiredInteger,
  requiredText,
  text,
} from '#shared/platform/resources/kinds.ts'
import { lines } from '#shared/platform/resources/lists.ts'
import { clock, ratio, sizes, steps } from './brew-kinds.ts'

/** Hotter water is steam, and colder water extracts too little (SCA, Golden Cup: 93 °C, 3 more or less, for brewers). */
const CELSIUS = { min: 85, max: 100 }

const grams = <C extends string>(label: string, about: { column: C; hint: string }) => ({
  ...requiredInteger(label, { ...about, max: 10_000 }),
  edit: count(label, 10_000, 1),
})

export const brewGuideFields = {
  name: requiredText('Name', { column: 'name', max: 40, sample: 'Siphon', hint: 'The brewer: “V60”' }),
  summary: requiredText('Summary', {
    column: 'summary',
    max: 160,
    sample: 'A clear cup with a little theater.',
    hint: 'One sentence: what is in the cup. It is also in the results of search engines',
  }),
  makes: text('Makes', { column: 'makes', max: 40, hint: '“One cup”' }),
  dose: grams('Coffee', { column: 'dose', hint: 'In grams' }),
  water: grams('Water', {
    column: 'water',
    hint: 'In grams: what touches the coffee; for espresso, what is in the cup',
  }),
  isYield: choice('The water is', { column: 'is_yield', words: ['Poured on the coffee', 'In the cup'] }),
  ratio: ratio('Ratio', { column: 'ratio_hundredths', hint: 'Grams of water for a gram of coffee: 16.7' }),
  kettle: optionalInteger('Water in the kettle', {
    column: 'kettle',
    max: 10_000,
    unit: 'g',
    hint: 'In grams, with what rinses the filter and warms the brewer. Empty for machines',
  }),
  celsius: {
    ...optionalInteger('Temperature', {
      column: 'celsius',
      ...CELSIUS,
      unit: '°C',
      hint: 'In degrees Celsius, from 85 to 100. Empty for cold water',
    }),
    edit: z._default(z.nullable(count('Temperature', CELSIUS.max, CELSIUS.min)), null),
  },
  grind: requiredText('Grind', { column: 'grind', max: 60, sample: 'medium', hint: '“medium-fine”' }),
  doneFrom: clock('Done after', { column: 'done_from', hint: '“2:45”, or “12 h”' }),
  doneTo: clock('Done at the latest after', {
    column: 'done_to',
    hint: 'The same time if there is only one',
  }),
  steps: steps('Steps', {
    column: 'steps',
    hint: 'The scale shows all pours together. Leave amounts out of the sentences, because they change with the dose',
  }),
  minDose: optionalInteger('Smallest dose', {
    column: 'min_dose',
    min: 1,
    max: 10_000,
    unit: 'g',
    hint: 'In grams. If both doses are empty, the recipe does not scale',
  }),
  maxDose: optionalInteger('Largest dose', { column: 'max_dose', min: 1, max: 10_000, unit: 'g' }),
  timesGrow: choice('With a larger dose', {
    column: 'times_grow',
    words: ['The times stay', 'It takes longer'],
    hint: 'A pour over of twice the dose takes about a fifth longer',
  }),
  sizes: sizes('Sizes', {
    column: 'sizes',
    hint: 'Instead of doses, for brewers whose pot or basket sets the dose. One per line: “3 cups: 15 g, 150 g”',
  }),
  ifSour: text('If it tastes sour or thin', { column: 'if_sour', max: 160 }),
  ifBitter: text('If it tastes bitter or dry', { column: 'if_bitter', max: 160 }),
  fits: lines('Grinds and methods', {
    column: 'fits',
    max: 40,
    maxLines: 12,
    rows: 4,
    hint: 'One per line. Coffee with such a grind or brew method leads to this guide, also if it is only a part of the name',
  }),
  place: integer('Place', {
    column: 'place',
    max: 999,
    hint: 'The lowest number comes first. The first guide is for whole beans',
  }),
}
