/** What changes the price of a sale: a discount code, gift cards, and a discount that staff give. */
import { useState, type FormEvent, type ReactNode } from 'react'
import { MAX_DISCOUNT_REASON } from '#shared/checkout/api/counter.ts'
import { MAX_CARDS, MAX_TYPED_CODE } from '#shared/checkout/gift-cards.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { useUser } from '#app/platform/session/session.ts'
import { objectOf, textOf } from '#app/platform/session/stored-json.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { textsOf } from '#app/platform/ui/form-text.ts'
import { amountIn } from './amounts.ts'
import styles from './counter.module.css'
import type { QuoteBody } from './use-quote.ts'

type Given = NonNullable<QuoteBody['discount']>

export type Extras = { code: string; cards: readonly string[]; discount: Given | null }

export const NO_EXTRAS: Extras = { code: '', cards: [], discount: null }

/** The part of a request about codes, cards and discounts. */
export function extrasIn({ code, cards, discount }: Extras) {
  return {
    ...(code && !discount ? { discountCode: code } : {}),
    ...(cards.length > 0 ? { giftCards: [...cards] } : {}),
    ...(discount ? { discount } : {}),
  }
}

/** The extras in stored JSON, which has no codes of gift cards. */
export function extrasOf(value: unknown): Omit<Extras, 'cards'> {
  const extras = objectOf(value)
  const found = objectOf(extras?.['discount'])
  const kind = (['percent', 'amount', 'shipping'] as const).find((each) => each === found?.['kind'])
  const number = found?.['value']
  const discount =
    kind && typeof number === 'number' ? { kind, value: number, reason: textOf(found?.['reason']) } : null
  return { code: textOf(extras?.['code']), discount }
}

type Props = { extras: Extras; change: (extras: Extras) => void; canShip?: boolean }

export function ExtraFields({ extras, change, canShip = false }: Props) {
  const isAdmin = useUser()?.isAdmin ?? false
  const { code, cards, discount } = extras
  return (
    <div className="stack-2 pad-y-2">
      {code ? (
        <Applied remove={() => change({ ...extras, code: '' })}>Discount code {code}</Applied>
      ) : discount ? null : (
        <CodeForm
          label="Discount code"
          submit="Use the code"
          use={(text) => change({ ...extras, code: text })}
        />
      )}
      {cards.map((card) => (
        <Applied
          key={card}
          remove={() => change({ ...extras, cards: cards.filter((each) => each !== card) })}
        >
          Gift card ending in {card.slice(-4)}
        </Applied>
      ))}
      {cards.length < MAX_CARDS ? (
        <CodeForm
          label="Gift card"
          submit="Use the card"
          use={(text) => change({ ...extras, cards: [...cards.filter((each) => each !== text), text] })}
        />
      ) : null}
      {discount ? (
        <Applied remove={() => change({ ...extras, discount: null })}>
          {discountText(discount)}: {discount.reason}
        </Applied>
      ) : isAdmin ? (
        <DiscountForm canShip={canShip} give={(given) => change({ ...extras, code: '', discount: given })} />
      ) : null}
    </div>
  )
}

function discountText({ kind, value }: Given): string {
  if (kind === 'shipping') return 'Free shipping'
  return kind === 'percent' ? `${value}% off` : `${formatDollars(value ?? 0)} off`
}

function Applied({ remove, children }: { remove: () => void; children: ReactNode }) {
  return (
    <p className={styles.applied}>
      <span>{children}</span>
      <Button look="quiet" onClick={remove}>
        Remove
      </Button>
    </p>
  )
}

type CodeProps = { label: string; submit: string; use: (text: string) => void }

function CodeForm({ label, submit, use }: CodeProps) {
  const [text, setText] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const code = text.trim()
    if (code === '') return
    use(code)
    setText('')
  }
  return (
    <form onSubmit={send} className={styles.oneLine}>
      <Field
        label={label}
        maxLength={MAX_TYPED_CODE}
        autoComplete="off"
        autoCapitalize="characters"
        unmarked
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" look="line">
        {submit}
      </Button>
    </form>
  )
}

/** For admins. The reason is on the order and in the change log. */
function DiscountForm({ canShip, give }: { canShip: boolean; give: (discount: Given) => void }) {
  const [kind, setKind] = useState<Given['kind']>('percent')
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { value, reason } = textsOf(new FormData(event.currentTarget), 'value', 'reason')
    give({ kind, value: kind === 'shipping' ? 0 : amountIn(value.replace('%', '')), reason })
  }
  return (
    <form onSubmit={send} className={`stack-2 ${styles.discount}`}>
      <SelectField
        label="Discount"
        unmarked
        value={kind}
        onChange={({ target }) => setKind(target.value as Given['kind'])}
      >
        <option value="percent">Percent</option>
        <option value="amount">Amount</option>
        {canShip ? <option value="shipping">Free shipping</option> : null}
      </SelectField>
      {kind === 'shipping' ? null : (
        <Field
          label={kind === 'percent' ? 'Percent' : 'Dollars'}
          name="value"
          inputMode="decimal"
          pattern="[$]?[0-9]+([.][0-9]{1,2})?%?"
          title="A number such as 10"
          maxLength={8}
          required
        />
      )}
      <Field label="Reason" name="reason" maxLength={MAX_DISCOUNT_REASON} autoComplete="off" required />
      <Button type="submit" look="line" className="self-left">
        Give the discount
      </Button>
    </form>
  )
}
