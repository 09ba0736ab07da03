/** A round number of dollars that holds the highest bar, and the two to four rules that lead up to it. */
export function scaleOf(highest: number): { top: number; steps: number[] } {
  const wanted = Math.max(highest, 10)
  const unit = 10 ** Math.floor(Math.log10(wanted / 4))
  const step = ROUND.map((factor) => factor * unit).find((each) => wanted / each <= 4)!
  const steps = Array.from({ length: Math.ceil(wanted / step) }, (_, index) => (index + 1) * step)
  return { top: steps.at(-1)!, steps }
}

const ROUND = [1, 2, 5, 10]
