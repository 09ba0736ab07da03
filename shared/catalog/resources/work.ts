/**
 * The fields of a work of art, in the order of its form. Its columns are in three tables: the product, its size, and the
 * work (server/catalog/artshow/works.ts).
 */
import { id, ownPicture } from '#shared/kernel/fields.ts'
import { BOXES } from '#shared/platform/parcel.ts'
import { smallWeight } from '#shared/platform/resources/weights.ts'
import {
  choice,
  integer,
  longText,
  money,
  oneOf,
  optionalInteger,
  requiredText,
  ruledText,
  text,
} from '#shared/platform/resources/kinds.ts'
import { slugField } from '#shared/platform/resources/slug.ts'

export const workFields = {
  title: requiredText('Title', { column: 'name', max: 120, hint: 'As written on the wall label' }),
  slug: slugField('/product/'),
  artist: ruledText('Artist', { column: 'artist_id', edit: id }),
  image: ruledText('Picture', { column: 'image', edit: ownPicture }),
  year: optionalInteger('Year', { column: 'year', max: 9999 }),
  medium: text('Medium', { column: 'medium', max: 120, hint: '“Gouache on cotton paper”' }),
  dimensions: text('Size', { column: 'dimensions', max: 60, hint: '“24 × 18 in”' }),
  text: longText('Text', { column: 'description', max: 5000, rows: 5 }),
  notForSale: choice('Sale', { column: 'is_draft', words: ['For sale', 'Not for sale'] }),
  price: money('Price', { column: 'price_cents', hint: 'In dollars, without tax' }),
  box: oneOf('Box', {
    column: 'box',
    options: BOXES.map(({ name }) => name),
    none: 'If empty, pickup at the bar only',
    hint: 'The smallest of the shop’s boxes in which the packed work fits',
  }),
  packedGrams: smallWeight('Weight with packing', {
    column: 'packed_grams',
    max: 30_000,
    hint: 'For the carrier',
  }),
  place: integer('Place', { column: 'place', max: 999, hint: 'The lowest number comes first' }),
  isHidden: choice('On the art show page', { column: 'is_hidden', words: ['Shown', 'Hidden'] }),
}
