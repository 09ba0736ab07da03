import { useQuery } from '@tanstack/react-query'
import { config } from '#shared/api/config.ts'
import { ask } from '../api/query.ts'
import { loadPayPal, type PayPal } from './sdk.ts'

const FOR_EVER = { staleTime: Infinity, refetchOnWindowFocus: false } as const

/** For the loaders of pages that show it, so that nothing has to make room for it later. */
export const paypalConfig = ask(config.paypal, {})

/** How this shop is paid. `sandbox` means that no money moves. */
export function usePayPalConfig() {
  return useQuery({ ...paypalConfig, ...FOR_EVER })
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
    // The loader tries three times itself; the instance must stay the object it is.
    retry: false,
    structuralSharing: false,
    gcTime: Infinity,
    ...FOR_EVER,
  })
  if (sdk.data) return { status: 'ready', paypal: sdk.data }
  if (sdk.isError || settings.isError) {
    const failed = settings.isError ? settings : sdk
    if (!failed.isFetching) return { status: 'failed', retry: () => void failed.refetch() }
  }
  return { status: 'loading' }
}
