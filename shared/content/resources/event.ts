/** The fields of an event, in the order of its form. */
import * as z from 'zod/mini'
import { count, ownPicture } from '#shared/kernel/fields.ts'
import { dayTime } from '#shared/platform/resources/days.ts'
import {
  choice,
  longText,
  optionalMoney,
  requiredInteger,
  requiredText,
  ruledText,
  text,
} from '#shared/platform/resources/kinds.ts'
import { slugField } from '#shared/platform/resources/slug.ts'

export const MAX_SEATS = 1000

export const eventFields = {
  title: requiredText('Title', { column: 'title', max: 120, hint: '“Cupping for beginners”' }),
  slug: slugField('/events/'),
  starts: dayTime('Starts', { column: 'starts' }),
  ends: dayTime('Ends', { column: 'ends' }),
  place: text('Place', {
    column: 'place',
    max: 200,
    hint: 'If empty, at the bar. Otherwise a name and an address: “The roastery, 12 Mill Street, Vienna, VA”',
  }),
  seats: {
    ...requiredInteger('Seats', {
      column: 'seats',
      max: MAX_SEATS,
      hint: 'When all are taken, people join a waiting list',
    }),
    edit: count('Seats', MAX_SEATS).check(z.minimum(1, 'An event has at least one seat')),
  },
  price: optionalMoney('Price', {
    column: 'price_cents',
    hint: 'In dollars, for each person, paid at the event. If empty, the event is free',
  }),
  image: ruledText('Picture', { column: 'image', edit: z._default(ownPicture, '') }),
  text: longText('Text', {
    column: 'description',
    max: 5000,
    rows: 8,
    hint: 'What happens, who it is for, and what to bring',
  }),
  isDraft: choice('On the site', { column: 'is_draft', words: ['Published', 'Hidden'] }),
}
