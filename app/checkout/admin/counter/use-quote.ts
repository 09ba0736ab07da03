import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { counter } from '#shared/checkout/api/counter.ts'
import { call } from '#app/platform/api/call.ts'

export type QuoteBody = Body<typeof counter.quote>

/**
 * The price of a sale, asked again after each change. The last one stays while the next is asked, with `isFetching`.
 * @param body null if there is nothing to price yet
 */
export function useQuote(body: QuoteBody | null) {
  return useQuery({
    queryKey: ['counter', 'quote', body],
    queryFn: ({ signal }) => call(counter.quote, { body: body! }, { signal }),
    enabled: body !== null,
    placeholderData: body === null ? undefined : keepPreviousData,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}
