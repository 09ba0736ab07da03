/**
 * The scale of a chart in dollars: two to four steps with round values. The last step is at or above the highest
 * value.
 */
export function scaleOf(highest: number): { top: number; steps: number[] } {
  const needed = Math.max(highest, 10)
  const unit = 10 ** Math.floor(Math.log10(needed / 4))
  const step = ROUND.map((factor) => factor * unit).find((each) => needed / each <= 4)!
  const steps = Array.from({ length: Math.ceil(needed / step) }, (_, index) => (index + 1) * step)
  return { top: steps.at(-1)!, steps }
}

const ROUND = [1, 2, 5, 10]
