/** The fields of a brew guide: amounts and times that agree. */
export const BREW_GUIDE = {
  dose: 15,
  water: 240,
  ratio: 16,
  kettle: null,
  celsius: 96,
  doneFrom: 60,
  doneTo: 60,
  start: 0,
  end: 30,
  grams: 240,
  kind: 'pour',
  minDose: null,
  maxDose: null,
  sizes: [],
}
