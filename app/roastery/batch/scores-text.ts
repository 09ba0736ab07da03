import type { Cupping } from '#shared/roastery/api/batches.ts'
import {
  cuppingFields,
  CUPS,
  SCA_CUPS,
  SCA_SCORES,
  SHORT_SCORES,
} from '#shared/roastery/resources/cupping.ts'

/** The scores of a cupping as text: 'Aroma 7, acidity 8, …'. Cups are named only if not all five were good. */
export function scoresText(cupping: Cupping): string {
  const isSca = cupping.form === 'SCA form'
  const scores = (isSca ? SCA_SCORES : SHORT_SCORES).map((name) => {
    const score = cupping[name]
    return `${cuppingFields[name].label} ${score === null ? '—' : isSca ? score.toFixed(2) : score}`
  })
  const cups = SCA_CUPS.filter((name) => cupping[name] < CUPS).map(
    (name) => `${cuppingFields[name].label} ${cupping[name]} of ${CUPS} cups`,
  )
  const defects = (['taintCups', 'faultCups'] as const)
    .filter((name) => cupping[name] > 0)
    .map((name) => `${cuppingFields[name].label}: ${cupping[name]}`)
  const [first = '', ...rest] = [...scores, ...(isSca ? [...cups, ...defects] : [])]
  return [first, ...rest.map((text) => text.slice(0, 1).toLowerCase() + text.slice(1))].join(', ')
}
