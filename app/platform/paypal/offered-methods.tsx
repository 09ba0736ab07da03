import { useBusiness } from '../api/business.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { METHOD_TEXTS } from './method-texts.ts'
import styles from './order-payment.module.css'
import { PayButtons } from './pay-buttons.tsx'
import type { usePayMethods } from './use-pay-methods.ts'
import type { Phase } from './use-payment.ts'

type OfferedMethodsProps = {
  methods: ReturnType<typeof usePayMethods>
  phase: Phase
  press: Parameters<typeof PayButtons>[0]['press']
  close: () => void
  /** What a message about a failure says to reassure the buyer, such as `Your order is safe`. */
  assurance: string
  /** Whether there is an order, whose number the buyer can write to the shop. */
  hasOrder: boolean
}

/** The buttons of the ways to pay; while there are none, the reason. */
export function OfferedMethods({ methods, phase, press, close, ...reason }: OfferedMethodsProps) {
  if (methods.status === 'loading')
    return <p className={`note ${styles.loading}`}>Loading the ways to pay…</p>
  if (methods.status === 'failed') return <ScriptFailed retry={methods.retry} {...reason} />
  if (methods.methods.length === 0) return <NoMethod {...reason} />
  return (
    <PayButtons
      methods={methods.methods}
      press={press}
      open={phase.name === 'opening' || phase.name === 'approving' ? phase.method : null}
      beside={
        phase.name === 'approving' ? (
          <Button look="quiet" onClick={close}>
            {METHOD_TEXTS[phase.method].close}
          </Button>
        ) : null
      }
    />
  )
}

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
