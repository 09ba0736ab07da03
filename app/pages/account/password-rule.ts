/** What a new password must be, said before it is typed. */
import { useQuery } from '@tanstack/react-query'
import { config } from '#shared/api/config.ts'
import { counted } from '#shared/counts.ts'
import { ask } from '../../api/query.ts'

/** For the loaders of pages with a new password. It does not change while a visitor is here. */
export const passwordRule = { ...ask(config.passwords, {}), staleTime: Infinity, refetchOnWindowFocus: false }

/** The rule in words; undefined until it is known. */
export function usePasswordRule(): string | undefined {
  const { data } = useQuery(passwordRule)
  if (!data) return undefined
  const length = `At least ${counted(data.minLength, 'character')}`
  return data.refusesCommon ? `${length}, and not one that many people use.` : `${length}.`
}
