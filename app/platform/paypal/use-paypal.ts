import { useQuery } from '@tanstack/react-query'
import { config } from '#shared/site/api/config.ts'
import { ask } from '../api/query.ts'
import { loadPayPal, type PayPal } from './sdk.ts'

/** What a page loads once. */
export const NEVER_STALE = { staleTime: Infinity, refetchOnWindowFocus: false } as const

/** For the loaders of pages with a PayPal button, so that nothing moves when the settings arrive. */
export const paypalConfig = ask(config.paypal, {})

/** The PayPal settings of this shop. `sandbox` means that no money moves. */
export function usePayPalConfig() {
  return useQuery({ ...paypalConfig, ...NEVER_STALE })
}

type PayPalState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'ready'; paypal: PayPal }

/** PayPal's SDK, loaded once per page. */
export function usePayPal(): PayPalState {
  const settings = usePayPalConfig()
  const { scriptUrl, clientId } = settings.data ?? {}
  const sdk = useQuery({
    queryKey: ['paypal', scriptUrl, clientId],
    queryFn: () => loadPayPal(scriptUrl!, clientId!),
    enabled: scriptUrl !== undefined,
    // `loadPayPal` already retries. Structural sharing must be off, because it would copy the SDK instance.
    retry: false,
    structuralSharing: false,
    gcTime: Infinity,
    ...NEVER_STALE,
  })
  if (sdk.data) return { status: 'ready', paypal: sdk.data }
  if (sdk.isError || settings.isError) {
    const failed = settings.isError ? settings : sdk
    if (!failed.isFetching) return { status: 'failed', retry: () => void failed.refetch() }
  }
  return { status: 'loading' }
}
