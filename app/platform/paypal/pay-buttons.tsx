import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { METHOD_NAMES, METHOD_NOTES, type PayMethod } from '#shared/platform/pay-methods.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { METHOD_TEXTS, phaseText } from './method-texts.ts'
import styles from './pay-buttons.module.css'
import type { Offered } from './use-pay-methods.ts'
import type { Phase } from './use-payment.ts'

type PayButtonsProps = {
  methods: readonly Offered[]
  /** Called in the click, from which `start` must be called. */
  press: (method: PayMethod) => void
  phase: Phase
  /** Whether an earlier press is not over, though its window may be closed. */
  isBusy?: boolean | undefined
  /** Closes the open payment. */
  close: () => void
  /** The goods that the shop holds, such as `your bags`; null without an order. */
  held: string | null
}

/**
 * A button for each method, with what happens after the press, and then what does happen: a buyer who has pressed a button
 * looks there, and on a phone the first button may be out of view. While a payment is open, no button can be pressed. The
 * buttons are the vendors' own, as their rules ask.
 */
export function PayButtons({ methods, press, phase, isBusy = false, close, held }: PayButtonsProps) {
  const list = useRef<HTMLUListElement>(null)
  const method = ('method' in phase && phase.method) || null
  const isOpen = phase.name === 'opening' || phase.name === 'approving' || phase.name === 'confirming'
  useReturningFocus(list, { open: isOpen ? method : null, isBusy, failed: method })
  useInView(list, phase)
  return (
    <ul ref={list} className={`grid gap-3 ${styles.methods}`} aria-label="Ways to pay">
      {methods.map((offered) => {
        const own = 'method' in phase && phase.method === offered.method ? phase : READY
        return (
          <li key={offered.method} data-method={offered.method} className="stack-1 packed">
            <Method
              offered={offered}
              isOff={isOpen || isBusy}
              press={() => press(offered.method)}
              failure={'message' in own ? own.message : ''}
              text={phaseText(own, held)}
            />
            {own.name === 'approving' ? (
              <Button look="quiet" onClick={close}>
                {METHOD_TEXTS[own.method].close}
              </Button>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

const READY: Phase = { name: 'ready' }

/** Scrolls to what the page says about the payment, if it is covered. */
function useInView(list: RefObject<HTMLElement | null>, phase: Phase): void {
  useEffect(() => {
    const method = 'method' in phase ? phase.method : undefined
    if (method) list.current?.querySelector(`[data-method="${method}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [list, phase])
}

/**
 * The focus returns to the button that was pressed when its window closes, unless the buyer has moved it elsewhere. The
 * vendors' buttons lose it when they are disabled.
 * @param isBusy whether the buttons are off, though no window is open
 * @param failed the method that failed while the buttons were away, because its payment was being confirmed
 */
export function useReturningFocus(
  list: RefObject<HTMLElement | null>,
  {
    open,
    isBusy = false,
    failed = null,
  }: { open: PayMethod | null; isBusy?: boolean; failed?: PayMethod | null },
): void {
  const last = useRef(open ?? failed)
  useEffect(() => {
    const pressed = last.current
    const isOver = open === null && !isBusy
    last.current = isOver ? null : (open ?? pressed)
    if (pressed === null || !isOver) return
    const focused = document.activeElement
    if (focused && focused !== document.body && !list.current?.contains(focused)) return
    list.current?.querySelector<HTMLElement>(`[data-method="${pressed}"] [data-pay]`)?.focus()
  }, [list, open, isBusy])
}

type MethodProps = {
  offered: Offered
  isOff: boolean
  press: () => void
  /** Why its last payment failed, and what its payment does now; empty if nothing. */
  failure: string
  text: string
}

function Method({ offered, isOff, press, failure, text }: MethodProps) {
  const { method, isLoading } = offered
  const note = useId()
  return (
    <div role="group" aria-label={METHOD_NAMES[method]} aria-describedby={note} className="stack-1">
      {isLoading ? (
        <p className={`note ${styles.loading}`}>Loading {METHOD_NAMES[method]}…</p>
      ) : (
        <PayButton offered={offered} isOff={isOff} press={press} />
      )}
      {failure ? (
        <Alert tone="danger">
          <p id={note}>{failure}</p>
        </Alert>
      ) : null}
      {/* Empty after a failure, so that nothing is announced after it. */}
      <p id={failure ? undefined : note} role="status" className={text ? 'italic' : 'note'}>
        {failure ? null : text || METHOD_NOTES[method]}
      </p>
    </div>
  )
}

const ELEMENTS = {
  paypal: 'paypal-button',
  card: 'paypal-basic-card-button',
  venmo: 'venmo-button',
  apple_pay: 'apple-pay-button',
  pay_later: 'paypal-pay-later-button',
} as const

/** The vendor's button of a method. `press` is called in the click. */
export function PayButton({
  offered,
  isOff,
  press,
}: {
  offered: Offered
  isOff: boolean
  press: () => void
}) {
  const { method, attributes, createButton } = offered
  const name = method === 'google_pay' ? null : ELEMENTS[method]
  const isDefined = useIsDefined(name)
  const onClick = isOff ? undefined : press
  if (method === 'google_pay' && createButton)
    return <MadeButton create={createButton} isOff={isOff} press={press} />
  if (!isDefined) {
    return (
      <Button onClick={press} busy={isOff} className="full-width" data-pay>
        {method === 'card' ? 'Pay with a card' : `Pay with ${METHOD_NAMES[method]}`}
      </Button>
    )
  }
  const common = { className: styles.button, onClick, 'data-pay': '' }
  switch (method) {
    case 'paypal':
      return <paypal-button {...common} type="pay" disabled={isOff} />
    case 'venmo':
      return <venmo-button {...common} type="pay" disabled={isOff} />
    case 'pay_later':
      return <paypal-pay-later-button {...common} {...attributes} disabled={isOff} />
    case 'card':
      return (
        <paypal-basic-card-container>
          <paypal-basic-card-button {...common} buyerCountry="US" disabled={isOff} />
        </paypal-basic-card-container>
      )
    default:
      return <apple-pay-button {...common} buttonstyle="black" type="plain" locale="en-US" inert={isOff} />
  }
}

/** Whether the script that defines an element has done so. An element that is not defined shows nothing. */
function useIsDefined(name: string | null): boolean {
  const [isDefined, setDefined] = useState(name !== null && customElements.get(name) !== undefined)
  useEffect(() => {
    if (name !== null && !isDefined) void customElements.whenDefined(name).then(() => setDefined(true))
  }, [name, isDefined])
  return isDefined
}

/** A button that the method's script makes. */
function MadeButton({
  create,
  isOff,
  press,
}: {
  create: NonNullable<Offered['createButton']>
  isOff: boolean
  press: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    const made = create(() => latest.current())
    // The focus goes to the button itself, which may be inside of an element.
    const button = made.matches('button') ? made : (made.querySelector('button') ?? made)
    button.dataset['pay'] = ''
    place.current?.replaceChildren(made)
  }, [create])
  return <div ref={place} className={styles.made} inert={isOff} />
}
