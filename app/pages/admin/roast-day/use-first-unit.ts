import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { roastingSettings } from '#shared/api/roasting-settings.ts'
import type { WeightUnit } from '#shared/weights.ts'
import { ask } from '../../../api/query.ts'
import { localText } from '../../../session/local-text.ts'
import { PRIVATE } from '../../../session/session.ts'

/**
 * The owner's first unit for lots and batches. It is kept in this browser: after a reload without a connection, a number
 * must not be taken for another unit than before.
 */
export function useFirstUnit(): WeightUnit {
  const { data } = useQuery({ ...ask(roastingSettings.one, {}), staleTime: 60_000 })
  const [kept] = useState(() => localText(`${PRIVATE}roast-unit`))
  const before = useSyncExternalStore(kept.subscribe, kept.read, () => null)
  const unit = data ? (data.inPounds ? 'lb' : 'kg') : null
  useEffect(() => {
    if (unit && unit !== kept.read()) kept.write(unit)
  }, [unit, kept])
  return unit ?? (before === 'lb' ? 'lb' : 'kg')
}
