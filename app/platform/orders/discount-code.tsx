import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { discounts, type AppliedCode } from '#shared/checkout/api/discounts.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { usePart } from '../api/business.ts'
import { CallError, call } from '../api/call.ts'
import { getCart, orderItemsOf, setCode, type Cart } from '../cart/cart.ts'
import { codeDiscount, missingCents } from '../cart/code.ts'
import { takeCodeOfLink } from '../cart/code-link.ts'
import { unpaidOrder } from '../cart/placed.ts'
import { useKeptDraft } from '../session/drafts.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Field } from '../ui/field.tsx'
import { announce } from '../ui/live-region.tsx'
import { useTypedField, type TypedFields } from '../ui/typed-fields.ts'
import styles from './discount-code.module.css'

type Props = { cart: Cart; beside: TypedFields }

/**
 * The discount code of the cart, or a folded field for a code. A code from a link is applied immediately. While this part of the
 * shop is off, only a note about a code that the cart had.
 * @param props.beside the fields of the main button, which applies a typed code
 */
export function DiscountCode(props: Props) {
  return usePart('discountCodes') === 'off' ? <CodeGone code={props.cart.code} /> : <Code {...props} />
}

/** Removes the code of the cart, and says so. */
function CodeGone({ code }: { code: AppliedCode | null }) {
  const [gone, setGone] = useState('')
  if (code && code.code !== gone) setGone(code.code)
  useEffect(() => {
    if (code) setCode(null)
  }, [code])
  return gone === '' ? null : <p role="status">{`We no longer take discount codes: ${gone} was removed.`}</p>
}

function Code({ cart, beside }: Props) {
  const { apply, send, typed, setTyped, problem, isChecking } = useCode(cart)
  const input = useTypedField(beside, { text: typed, send: () => send(typed) })
  const [isOpen, setOpen] = useState(typed !== '')
  if (cart.code) return <Applied cart={cart} code={cart.code} isFocused={isOpen} />
  return (
    <Disclosure
      className={styles.fold}
      summary="Have a discount code?"
      open={isOpen || problem !== ''}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <form
        method="post"
        className={`gap-1-2 align-top ${styles.form}`}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          apply(typed)
        }}
      >
        <Field
          ref={input}
          label="Discount code"
          name="discountCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          value={typed}
          problem={problem}
          unmarked
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" look="line" busy={isChecking}>
          Apply
        </Button>
      </form>
    </Disclosure>
  )
}

/**
 * What the code does, and the button that removes it.
 * @param isFocused whether the field for a code was open. Its button has disappeared, so this button gets the focus
 */
function Applied({ cart, code, isFocused }: { cart: Cart; code: AppliedCode; isFocused: boolean }) {
  const note = noteOf(cart, code)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) button.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <div className={styles.applied}>
      <p>
        <strong>{code.label}</strong>
        {note ? <span className={styles.note}>{note}</span> : null}
      </p>
      <Button
        ref={button}
        look="quiet"
        aria-label={`Remove the code ${code.code}`}
        onClick={() => {
          setCode(null)
          announce(`${code.code} was removed.`)
        }}
      >
        Remove
      </Button>
    </div>
  )
}

function noteOf(cart: Cart, code: AppliedCode): string {
  const missing = missingCents(cart)
  if (missing > 0) return `Add ${formatCents(missing)} to use it.`
  if (code.kind === 'shipping') {
    if (cart.isPickup) return 'Pickup is free, so the code is not needed.'
    const isFreeAnyway = cart.shippingQuote.quoteId !== undefined && cart.shippingPrice === 0
    return isFreeAnyway ? 'Shipping is already free, so the code is not needed.' : ''
  }
  const saved = codeDiscount(cart)
  return saved > 0 ? `You save ${formatCents(saved)}.` : ''
}

/** Applies a code that was typed or came with a link, and checks the code of the cart again when the lines change. */
function useCode(cart: Cart) {
  const [typed, setTyped] = useKeptDraft('discount code')
  const [problem, setProblem] = useState('')
  const applying = useMutation({
    mutationFn: (code: string) => check(code),
    onSuccess: (code) => {
      setProblem('')
      setTyped('')
      setCode(code)
      announce(`${code.label} applied.`)
    },
    onError: (error, code) => {
      setTyped(code)
      setProblem(`${error.message}.`)
    },
  })
  const { mutate, mutateAsync } = applying
  const isTaken = useRef(false)
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    const code = takeCodeOfLink()
    if (code) mutate(code)
  }, [mutate])
  useCodeAgain(cart, setProblem)
  return {
    typed,
    setTyped: (text: string) => {
      setTyped(text)
      setProblem('')
    },
    apply: (code: string) => (code.trim() ? mutate(code) : setProblem('Enter a code.')),
    send: mutateAsync,
    problem,
    isChecking: applying.isPending,
  }
}

/** Removes a code that the cart can no longer use, and says why. */
function useCodeAgain(cart: Cart, setProblem: (problem: string) => void): void {
  const code = cart.code?.code ?? null
  const { data, error } = useQuery({
    queryKey: ['discounts', 'check', code, orderItemsOf(cart)],
    queryFn: () => check(code!),
    enabled: code !== null,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    const current = getCart().code
    if (data && current?.code === data.code && JSON.stringify(current) !== JSON.stringify(data)) setCode(data)
  }, [data])
  useEffect(() => {
    if (!(error instanceof CallError) || error.data.code !== 'discount' || getCart().code === null) return
    setCode(null)
    setProblem(`${error.message}. The code was removed.`)
  }, [error, setProblem])
}

function check(code: string): Promise<AppliedCode> {
  const orderItems = orderItemsOf(getCart())
  return call(discounts.check, { body: { code: code.trim(), orderItems, ...unpaidOrder() } })
}
