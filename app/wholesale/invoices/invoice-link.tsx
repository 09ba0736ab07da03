import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { invoiceLinks, type InvoicePaper } from '#shared/wholesale/api/invoices.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { call } from '#app/platform/api/call.ts'
import { guestLinkOf, keepGuestLink } from '#app/platform/api/guest-links.ts'
import { saveFile } from '#app/platform/api/save-file.ts'
import { InvalidLink } from '#app/platform/account-forms/link-page.tsx'
import { invalidLinkMessage, linkPageHeaders, useLinkToken } from '#app/platform/account-forms/link-token.ts'
import { JavaScriptNote } from '#app/platform/session/guard.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { Paper } from './paper.tsx'
import { PayForm } from './pay-form.tsx'

export const headers = linkPageHeaders

/** One invoice of a wholesale account by its mailed link, and its payment. */
export default function InvoiceLinkPage() {
  return (
    <section className="stack-4 items-left packed">
      <PageHead title="Your invoice" hidden />
      <PageTitle title="Your invoice" />
      <JavaScriptNote />
      <Opened />
    </section>
  )
}

function Opened() {
  const { id = '' } = useParams()
  const link = useKeptToken(id)
  const opened = useQuery({
    queryKey: ['invoices', 'link', id, link],
    queryFn: () => call(invoiceLinks.open, { body: { invoice: id, link: link! } }),
    enabled: Boolean(link),
    retry: false,
  })
  const invalid = invalidLinkMessage(link, opened.error)
  if (invalid !== null) return <InvalidLink text={invalid} to="/wholesale/invoices" />
  if (opened.error) return <LoadError error={opened.error} retry={opened.refetch} />
  if (!opened.data) return <Loading what="Opening the invoice" />
  return <OpenedInvoice paper={opened.data} by={{ invoice: id, link: link! }} />
}

/** The token of the link. This device keeps it, so that the page can be opened again after the payment. */
function useKeptToken(id: string): string | undefined {
  const token = useLinkToken()
  useEffect(() => {
    if (token) keepGuestLink(id, token)
  }, [id, token])
  return token === '' ? (guestLinkOf(id) ?? '') : token
}

function OpenedInvoice({ paper, by }: { paper: InvoicePaper; by: { invoice: string; link: string } }) {
  const saving = useMutation({
    mutationFn: () => saveFile(invoiceLinks.file, { body: by }),
    onError: (error) => toast.error(error.message),
  })
  return (
    <>
      <div className="stack-2 items-left">
        <p role="status">{leadOf(paper)}</p>
        {paper.canPay ? (
          <PayForm
            open={paper.open}
            place={(body, idempotencyKey) =>
              call(invoiceLinks.pay, { body: { ...by, ...body } }, { idempotencyKey })
            }
          />
        ) : null}
        <Button look="line" busy={saving.isPending} onClick={() => saving.mutate()}>
          Invoice (PDF)
        </Button>
      </div>
      <Paper paper={paper} />
    </>
  )
}

/** What is to be done with an invoice. */
export function leadOf({ number, state, open, dueOn, canPay }: InvoicePaper): string {
  if (state === 'void') return `Invoice ${number} is void. There is nothing to pay.`
  if (open === 0) return `Invoice ${number} is paid. Thank you.`
  const due = formatDate(dueOn, 'day')
  const when = state === 'overdue' ? `was due on ${due}` : `is due on ${due}`
  return `${formatDollars(open)} of invoice ${number} ${when}.${canPay ? '' : ' Please pay it as the invoice says.'}`
}
