/** The fields of the shop's grinding: whether the shop grinds coffee, and the grinds that it offers. */
import { WHOLE_BEAN } from '../grinds.ts'
import type { EditOf } from '../resources/described.ts'
import { choice } from '../resources/kinds.ts'
import { lines } from '../resources/lists.ts'

const MAX_GRINDS = 20

export const grindingFields = {
  isOffered: choice('Grinding', {
    column: 'is_offered',
    words: ['Whole bean only', 'Offered'],
    hint: 'Whether buyers can choose a grind. The form of a coffee can limit it to whole bean',
  }),
  grinds: lines('Grinds', {
    column: 'grinds',
    max: 40,
    maxLines: MAX_GRINDS,
    rows: 10,
    hint: `One per line, in the order of the menu. ${WHOLE_BEAN} is always the first choice`,
  }),
}

/** The defaults until these settings are saved for the first time. */
export const GRINDING_DEFAULTS: EditOf<typeof grindingFields> = {
  isOffered: true,
  grinds: ['Espresso', 'Moka pot', 'AeroPress', 'Pour over', 'Drip', 'Chemex', 'French press', 'Cold brew'],
}
