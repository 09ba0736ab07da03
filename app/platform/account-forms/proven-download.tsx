import { useQuery, useQueryClient } from '@tanstack/react-query'
import { account } from '#shared/people/api/account.ts'
import { call, send } from '../api/call.ts'
import { mayCall } from '../session/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

const KEY = ['account', 'is-proven']
const MINUTE = 60_000

/**
 * A link to a file that needs a recent proof of identity. With a recent proof, the browser follows the link. Otherwise
 * the user is asked first, because the browser would save the error response as the file.
 */
export function ProvenDownload({ to, children }: { to: string; children: string }) {
  const client = useQueryClient()
  const { data: isProven } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await send(account.proven, account.proven.path)).ok,
    enabled: () => mayCall(account.proven),
    refetchInterval: MINUTE,
  })
  const prove = async () => {
    try {
      await call(account.proven, {})
      client.setQueryData(KEY, true)
      save(to)
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  return (
    <ButtonLink
      look="line"
      to={to}
      reloadDocument
      download
      onClick={(event) => {
        if (isProven !== false) return
        event.preventDefault()
        void prove()
      }}
    >
      {children}
    </ButtonLink>
  )
}

/** Lets the browser save the file, without a navigation of the page. */
function save(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
