import { expect, test } from 'vitest'
import { eventIn, phasesOf, rateOfRise } from '#shared/roastery/roast-curve.ts'
import { ROASTS } from './green.ts'
import { inventCurve } from './invent-curve.ts'

test.each(ROASTS.map((roast, seed) => [roast.name, roast, seed] as const))(
  'the invented curve of %s looks like a roast',
  (_, roast, seed) => {
    const options = { title: roast.name, drop: roast.drop, length: roast.seconds }
    const curve = inventCurve(seed, options)
    expect(inventCurve(seed, options)).toEqual(curve)
    expect(curve.events.map(({ kind }) => kind)).toEqual([
      'charge',
      'turningPoint',
      'dryEnd',
      'firstCrackStart',
      'drop',
    ])
    expect(curve.events.map(({ seconds }) => seconds)).toEqual(
      curve.events.map(({ seconds }) => seconds).toSorted((one, other) => one - other),
    )
    const turning = eventIn(curve.events, 'turningPoint')!
    expect(turning.seconds).toBeGreaterThanOrEqual(60)
    expect(turning.seconds).toBeLessThanOrEqual(100)
    expect(turning.bean).toBeLessThan(100)
    const { development, drying } = phasesOf(curve.events)
    expect(development!.part).toBeGreaterThan(0.1)
    expect(development!.part).toBeLessThan(0.3)
    expect(drying!.part).toBeGreaterThan(0.3)
    // The rate of rise falls from minute 3 to the drop, and stays above 0.
    const rates = rateOfRise(curve)
    const rateAt = (seconds: number) => rates[curve.seconds.indexOf(seconds)]!
    expect(rateAt(180)).toBeGreaterThan(rateAt(300))
    expect(rateAt(300)).toBeGreaterThan(rateAt(420))
    expect(rateAt(420)).toBeGreaterThan(rateAt(510))
    expect(rateAt(510)).toBeGreaterThan(2)
    expect(rateAt(180)).toBeLessThan(25)
  },
)
