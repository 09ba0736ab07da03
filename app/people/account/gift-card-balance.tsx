import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type FormEvent } from 'react'
import { Link } from 'react-router'
import { giftCards, type HeldCard } from '#shared/checkout/api/gift-cards.ts'
import { formatCode, maskedCode, MAX_TYPED_CODE, readCode } from '#shared/checkout/gift-cards.ts'
import { formatDollars, shortDollars } from '#shared/kernel/pricing.ts'
import { CardPoster } from '#app/checkout/gift-cards/poster.tsx'
import { usePart } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { saveFile } from '#app/platform/api/save-file.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { linkPageHeaders, useLinkToken } from '#app/platform/account-forms/link-token.ts'
import styles from './gift-card-balance.module.css'

export const headers = linkPageHeaders

/** Shows the balance of a gift card. The QR code of a printed card opens this page with the card's code after `#`. */
export default function BalancePage() {
  return (
    <>
      <PageHead
        title="What is left on a gift card"
        description="Enter the code of a gift card to see what is left on it."
        path="/gift-cards/balance"
      />
      <PageTitle title="What is left?">
        The code is on the printed card or in the email with the card.
      </PageTitle>
      <CheckBalance />
    </>
  )
}

/** The field is not controlled: React would empty it if it was filled in before hydration. */
function CheckBalance() {
  const linked = readCode(decoded(useLinkToken() ?? ''))
  const field = useRef<HTMLInputElement>(null)
  const checking = useMutation({
    mutationFn: (wanted: string) => call(giftCards.balance, { body: { code: wanted } }),
  })
  const { mutate } = checking
  useEffect(() => {
    if (!linked) return
    field.current!.value = formatCode(linked)
    mutate(linked)
  }, [linked, mutate])
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (checking.data) result.current?.focus()
  }, [checking.data])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!checking.isPending) mutate(field.current!.value)
  }
  return (
    <div className="stack-3">
      <form onSubmit={submit} className={`stack-3 ${styles.check}`}>
        <noscript>
          <Alert>
            This page needs JavaScript. You can also show the card at the bar, and we will check the balance.
          </Alert>
        </noscript>
        <Field
          label="Code of the gift card"
          name="code"
          ref={field}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_TYPED_CODE}
          required
          problem={checking.error?.message}
        />
        <div>
          <Button type="submit" busy={checking.isPending}>
            See the balance
          </Button>
        </div>
      </form>
      <div ref={result} tabIndex={-1} role="status">
        {checking.data ? <Balance of={checking.data} /> : null}
      </div>
      {checking.data?.state === 'active' ? (
        <Poster of={checking.data} code={checking.variables ?? ''} />
      ) : null}
    </div>
  )
}

function Balance({ of: { lastFour, balance, amount, state } }: { of: HeldCard }) {
  return (
    <div className={`pad-y-3 figures ${styles.result}`}>
      <p className={styles.amount}>{formatDollars(balance)}</p>
      <p>
        is left of {formatDollars(amount)} on the gift card {maskedCode(lastFour)}.
      </p>
      {state === 'active' ? (
        balance > 0 ? (
          <ButtonLink to="/shop">Go to the shop</ButtonLink>
        ) : null
      ) : (
        <Alert tone="warning">
          {state === 'frozen'
            ? 'It cannot be used, because its payment is disputed. Please write to us.'
            : 'This card is blocked. If it was replaced, use the new one.'}
        </Alert>
      )}
      {usePart('giftCards') === 'on' ? (
        <p>
          <Link to="/gift-cards">Buy a gift card</Link>
        </p>
      ) : null}
    </div>
  )
}

/** The card, and a button that prints it. @param props.code as it was typed */
function Poster({ of: card, code }: { of: HeldCard; code: string }) {
  const printing = useMutation({
    mutationFn: () => saveFile(giftCards.print, { body: { code } }),
    onError: (error) => toast.error(error.message),
  })
  return (
    <section className={`stack-2 items-left ${styles.card}`} aria-labelledby="card">
      <h2 id="card">Your card</h2>
      <CardPoster card={{ ...card, amount: shortDollars(card.amount), code: formatCode(readCode(code)!) }} />
      <Button look="line" busy={printing.isPending} onClick={() => printing.mutate()}>
        Print the card (PDF)
      </Button>
    </section>
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
