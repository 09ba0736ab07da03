import { account } from '#shared/api/account.ts'
import { call } from '../../api/call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** A link to a file that needs a recent proof of who the user is. The browser would save a refusal as the file. */
export function ProvenDownload({ to, children }: { to: string; children: string }) {
  const download = () =>
    call(account.proven, {})
      .then(() => save(to))
      .catch((error: Error) => toast.error(error.message))
  return (
    <ButtonLink
      look="line"
      to={to}
      reloadDocument
      download
      onClick={(event) => {
        event.preventDefault()
        void download()
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
