/** The fields of a price list that its form has at the top, in its order. Breaks and prices follow (../api/price-lists.ts). */
import { optionalInteger, optionalMoney, requiredText } from '#shared/platform/resources/kinds.ts'

export const priceListFields = {
  name: requiredText('Name', {
    column: 'name',
    max: 60,
    sample: 'Cafés',
    hint: 'Only you see it',
  }),
  percentOff: optionalInteger('Percent off the shop', {
    column: 'percent_off',
    max: 90,
    unit: '%',
    hint: 'For every size without a price below. Empty: accounts see only the sizes with a price',
  }),
  floor: optionalMoney('Never below, per pound', {
    column: 'floor_cents',
    hint: 'For coffee whose price follows from a percentage. Empty: no limit',
  }),
}
