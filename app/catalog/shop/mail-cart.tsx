import { useMutation } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import {
  CART_MAIL_BUTTONS,
  CART_MAIL_TEXT,
  savedCarts,
  type CartMailTime,
} from '#shared/checkout/api/saved-carts.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { getCart, orderItemsOf } from '#app/platform/cart/cart.ts'
import { useGuest } from '#app/platform/session/guest.ts'
import { useUser } from '#app/platform/session/session.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { EmailField } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import styles from './cart.module.css'

/** Asks for one mail with the cart, now or a day later. The cart does not change. */
export function MailCart() {
  const form = useRef<HTMLFormElement>(null)
  const user = useUser()
  const guest = useGuest()
  const { problems, showProblems, clear, events } = useProblems()
  const mailing = useMutation({
    mutationFn: (typed: { email: string; when: CartMailTime }) =>
      call(savedCarts.save, { body: bodyOf(typed) }),
    onError: (error) => showProblems(form.current, fieldsIn(error)),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (mailing.isPending) return
    clear()
    const { submitter } = event.nativeEvent as SubmitEvent
    const when = (submitter as HTMLButtonElement | null)?.value === 'tomorrow' ? 'tomorrow' : 'now'
    mailing.mutate({ email: textOf(new FormData(event.currentTarget), 'email'), when })
  }
  return (
    <Disclosure summary="Email me this cart" className="rule-soft">
      <form {...events} ref={form} method="post" className={`stack-2 ${styles.mailForm}`} onSubmit={submit}>
        <EmailField
          defaultValue={user?.email ?? guest?.email ?? ''}
          problem={problems.email}
          hint={CART_MAIL_TEXT}
        />
        <div className={`stack-1 ${styles.mailTimes}`}>
          <Button type="submit" look="line" value="now" busy={mailing.isPending}>
            {CART_MAIL_BUTTONS.now}
          </Button>
          <Button type="submit" look="line" value="tomorrow" busy={mailing.isPending}>
            {CART_MAIL_BUTTONS.tomorrow}
          </Button>
        </div>
      </form>
      <p className={styles.mailResult} role="status">
        {mailing.data ? `${mailing.data.message}.` : null}
        {mailing.error && !fieldsIn(mailing.error).email ? `${mailing.error.message}.` : null}
      </p>
    </Disclosure>
  )
}

function bodyOf(typed: { email: string; when: CartMailTime }) {
  const cart = getCart()
  return {
    ...typed,
    orderItems: orderItemsOf(cart),
    ...(cart.code ? { discountCode: cart.code.code } : {}),
  }
}
