import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { useBusiness } from '../api/business.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { PayButtons } from './pay-buttons.tsx'
import type { Offered, PayMethods } from './use-pay-methods.ts'
import type { Phase } from './use-payment.ts'

type OfferedMethodsProps = {
  methods: PayMethods
  phase: Phase
  isBusy?: boolean
  press: Parameters<typeof PayButtons>[0]['press']
  close: () => void
  /** The goods that the shop holds, such as `your bags`; null without an order. */
  held: string | null
  /** What a message about a failure says to reassure the buyer, such as `Your order is safe`. */
  assurance: string
  /** Whether there is an order, whose number the buyer can write to the shop. */
  hasOrder: boolean
}

/** The buttons of the ways to pay, with what happens with the payment; while there are none, the reason. */
export function OfferedMethods(props: OfferedMethodsProps) {
  const { methods, phase } = props
  const offered = methods.status === 'ready' ? methods.methods : []
  // A method that cannot start is no longer offered.
  const isBeside = 'method' in phase && offered.some(({ method }) => method === phase.method)
  return (
    <>
      {'message' in phase && !isBeside ? (
        <Alert tone="danger">
          <p>{phase.message}</p>
        </Alert>
      ) : null}
      <Offer {...props} />
    </>
  )
}

function Offer({ methods, phase, isBusy, press, close, held, ...reason }: OfferedMethodsProps) {
  if (methods.status === 'failed') return <ScriptFailed retry={methods.retry} {...reason} />
  const offered = methods.status === 'ready' ? methods.methods : methods.expected.map(waiting)
  if (methods.status === 'ready' && offered.length === 0) return <NoMethod {...reason} />
  return <PayButtons methods={offered} {...{ press, phase, isBusy, close, held }} />
}

const waiting = (method: PayMethod): Offered => ({ method, isLoading: true, attributes: {} })

type Reason = Pick<OfferedMethodsProps, 'assurance' | 'hasOrder'>

function ScriptFailed({ retry, assurance, hasOrder }: Reason & { retry: () => void }) {
  return (
    <Alert tone="danger">
      <div className="stack-2 items-left">
        <p>
          The payment script failed to load. A content blocker or a weak connection may be the reason.{' '}
          {assurance}.
        </p>
        <Button look="line" onClick={retry}>
          Load it again
        </Button>
        {hasOrder ? (
          <p>
            Or write to <ContactEmail /> with the number of this order.
          </p>
        ) : null}
      </div>
    </Alert>
  )
}

/** PayPal answers, and allows this shop no method for the sum. */
function NoMethod({ assurance, hasOrder }: Reason) {
  return (
    <Alert tone="danger">
      <p>
        PayPal offers no way to pay here at the moment. {assurance}. Please try again later, or write to{' '}
        <ContactEmail />
        {hasOrder ? ' with the number of this order' : ''}.
      </p>
    </Alert>
  )
}

function ContactEmail() {
  const { contactEmail } = useBusiness()
  return <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
}
