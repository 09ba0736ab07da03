/**
 * How texts about the coming deliveries of a subscription name their day: its coffee is roasted on it, or in a shop that
 * does not roast, packed.
 */
const ROASTED = {
  label: 'Roasted',
  one: 'is roasted on',
  several: 'are roasted on',
  /** The label of the first delivery's day. */
  first: 'First roast',
  /** Of a coffee that ends, with its day. */
  last: 'is roasted for the last time on',
  noDays: 'We have no roast days planned right now',
  noDaysThen: 'We have no roast days around that day',
  notOnThatDay: 'We do not roast on that day, or it is too close',
  daysOff: 'days on which we do not roast',
  coffee: 'freshly roasted coffee',
}

const PACKED: typeof ROASTED = {
  label: 'Packed',
  one: 'is packed on',
  several: 'are packed on',
  first: 'First delivery',
  last: 'is packed for the last time on',
  noDays: 'We have no packing days planned right now',
  noDaysThen: 'We have no packing days around that day',
  notOnThatDay: 'We do not pack on that day, or it is too close',
  daysOff: 'days on which we do not pack',
  coffee: 'fresh coffee',
}

/** @param roasts whether the shop roasts what it sells; true if left out, as in a calendar */
export function deliveryDayWords(roasts = true): typeof ROASTED {
  return roasts ? ROASTED : PACKED
}
