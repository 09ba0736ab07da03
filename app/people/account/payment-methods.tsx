import { useQuery, useQueryClient } from '@tanstack/react-query'
import { paymentMethods, type SavedPaymentMethod } from '#shared/payments/api/payment-methods.ts'
import { useChange } from '#app/platform/ui/use-change.ts'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { usePart } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { SandboxCharges } from '#app/platform/paypal/sandbox-charges.tsx'
import { SavePayPal } from '#app/platform/paypal/save-paypal.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import styles from '#app/platform/account-forms/addresses.module.css'
import { ProfilePage } from '#app/platform/account-forms/profile-page.tsx'

/** The saved payment methods of the account. */
export default function PaymentMethods() {
  return <ProfilePage title="Payment methods">{() => <Methods />}</ProfilePage>
}

function Methods() {
  const client = useQueryClient()
  const answer = useQuery(ask(paymentMethods.list, {}))
  const isSubscribable = usePart('subscriptions') === 'on'
  if (!answer.data) return <NotLoaded of={answer} what="your payment methods" lines={2} />
  const { methods } = answer.data
  const finish = async (setupToken: string) => {
    await call(paymentMethods.finish, { body: { setupToken } })
    await refresh(client, 'paymentmethods')
  }
  return (
    <>
      <p>
        {methods.length === 0
          ? `You have no saved payment method. ${isSubscribable ? 'We save one when you subscribe, or you' : 'You'} can add one here.`
          : 'We charge a saved payment method only for your subscriptions.'}
      </p>
      {methods.length === 0 ? null : (
        <ul className={`stack-3 ${styles.list}`}>
          {methods.map((method) => (
            <Method key={method._id} of={method} />
          ))}
        </ul>
      )}
      <SavePayPal
        label={methods.length === 0 ? 'Save a PayPal account' : 'Save another PayPal account'}
        begin={() => call(paymentMethods.begin, {})}
        finish={finish}
      />
      <SandboxCharges />
    </>
  )
}

function Method({ of: { _id: id, label, savedAt } }: { of: SavedPaymentMethod }) {
  const formatDate = useFormatDate()
  const removing = useChange(() => call(paymentMethods.remove, { params: { id } }), 'paymentmethods')
  const remove = () => {
    if (window.confirm('Remove this payment method? A subscription that uses it then needs another one.'))
      removing.mutate()
  }
  return (
    <li className={`stack-2 ${styles.address}`}>
      <div className="stack-1">
        <p className={`flex wraps align-baseline ${styles.label}`}>PayPal</p>
        {label ? <p>{label}</p> : null}
        <p>Saved {formatDate(savedAt, 'day')}</p>
      </div>
      <div className="row-0-3 align-middle">
        <Button
          look="quiet"
          busy={removing.isPending}
          aria-label={`Remove PayPal ${label}, saved ${formatDate(savedAt, 'day')}`}
          onClick={remove}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}
