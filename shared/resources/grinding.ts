/** The fields of the shop's grinding: whether the shop grinds coffee, and the grinds that it offers. */
import { WHOLE_BEAN } from '../grinds.ts'
import { choice } from './kinds.ts'
import { lines } from './lists.ts'

export const MAX_GRINDS = 20

export const grindingFields = {
  isOffered: choice('Grinding', {
    column: 'is_offered',
    words: ['Whole bean only', 'Offered'],
    hint: 'Whether buyers can choose a grind. A single coffee can be whole bean only in its own form',
  }),
  grinds: lines('Grinds', {
    column: 'grinds',
    max: 40,
    maxLines: MAX_GRINDS,
    rows: 10,
    hint: `One per line, in the order of the menu. ${WHOLE_BEAN} comes first by itself`,
  }),
}
