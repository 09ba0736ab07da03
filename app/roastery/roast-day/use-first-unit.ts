import { useEffect, useState, useSyncExternalStore } from 'react'
import type { WeightUnit } from '#shared/kernel/weights.ts'
import { localText } from '#app/platform/session/local-text.ts'
import { PRIVATE } from '#app/platform/session/session.ts'
import { METRIC, POUNDS, useChosenUnits } from '#app/platform/admin/use-weight-units.ts'

/**
 * The owner's first unit for lots and batches. It is kept in this browser, so that numbers have the same unit after a
 * reload without a connection.
 */
export function useFirstUnit(): WeightUnit {
  const unit = useChosenUnits()?.large ?? null
  const [kept] = useState(() => localText(`${PRIVATE}roast-unit`))
  const before = useSyncExternalStore(kept.subscribe, kept.read, () => null)
  useEffect(() => {
    if (unit && unit !== kept.read()) kept.write(unit)
  }, [unit, kept])
  return unit ?? (before === POUNDS.large ? POUNDS.large : METRIC.large)
}
