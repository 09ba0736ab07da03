/** The rule for new passwords, shown below the field. */
import { useQuery } from '@tanstack/react-query'
import { config } from '#shared/site/api/config.ts'
import { counted } from '#shared/kernel/counts.ts'
import { ask } from '../api/query.ts'

/**
 * For the loaders of pages with a new password. Never stale, because the rule changes only when the server restarts.
 */
export const passwordRule = { ...ask(config.passwords, {}), staleTime: Infinity, refetchOnWindowFocus: false }

/** The rule as text; undefined until it has been loaded. */
export function usePasswordRule(): string | undefined {
  const { data } = useQuery(passwordRule)
  if (!data) return undefined
  const length = `At least ${counted(data.minLength, 'character')}`
  return data.refusesCommon ? `${length}, and not one that many people use.` : `${length}.`
}
