import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import { maskedCode, MAX_CARDS, MAX_TYPED_CODE } from '#shared/checkout/gift-cards.ts'
import { usePart } from '#app/platform/api/business.ts'
import { hideResult } from '#app/platform/api/hide-result.ts'
import { useKeptDraft } from '#app/platform/session/drafts.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { useTypedField, type TypedFields } from '#app/platform/ui/typed-fields.ts'
import { addGiftCard, clearGiftCards, removeGiftCard, useGiftCards } from './gift-cards.ts'
import styles from './order-summary.module.css'

type Props = { beside: TypedFields }

/**
 * The gift cards that pay the order. The field for a code is folded until the buyer wants it. While this part of the shop is off,
 * only a note about cards that the buyer had chosen.
 * @param props.beside the fields of the main button, which uses a typed card
 */
export function GiftCardField(props: Props) {
  return usePart('giftCards') === 'off' ? <CardsGone /> : <Cards {...props} />
}

/** Removes the chosen cards, and says so. */
function CardsGone() {
  const isChosen = useGiftCards().length > 0
  const [wasChosen, setWasChosen] = useState(isChosen)
  if (isChosen && !wasChosen) setWasChosen(true)
  useEffect(() => {
    if (isChosen) clearGiftCards()
  }, [isChosen])
  return wasChosen ? <p role="status">We no longer take gift cards: yours were removed.</p> : null
}

function Cards({ beside }: Props) {
  const cards = useGiftCards()
  const typed = useKeptDraft('gift card code')
  const [isOpen] = useState(typed[0] !== '')
  return (
    <div className={`stack-1 rule-below ${styles.cards}`}>
      {cards.length > 0 ? (
        <ul aria-label="Gift cards">
          {cards.map(({ code, lastFour, balance }) => (
            <li key={code} className="flex wraps apart align-middle gap-0-2 figures">
              <span>
                {maskedCode(lastFour)}, <Money dollars={balance} /> left
              </span>
              <Button look="quiet" onClick={() => removeGiftCard(code)}>
                Remove<span className="visually-hidden"> gift card {maskedCode(lastFour)}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {cards.length < MAX_CARDS ? (
        <Disclosure
          summary={cards.length > 0 ? 'Use another gift card' : 'Pay with a gift card'}
          open={isOpen}
        >
          <CodeForm beside={beside} typed={typed} />
        </Disclosure>
      ) : null}
    </div>
  )
}

type CodeFormProps = { beside: TypedFields; typed: ReturnType<typeof useKeptDraft> }

function CodeForm({ beside, typed: [code, setCode] }: CodeFormProps) {
  const adding = useMutation({
    mutationFn: addGiftCard,
    onSuccess: (_added, sent) => setCode((now) => (now === sent ? '' : now)),
  })
  const input = useTypedField(beside, { text: code, send: () => adding.mutateAsync(code) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!adding.isPending) adding.mutate(code)
  }
  return (
    <form onSubmit={submit} className={`stack-2 ${styles.cardForm}`}>
      <Field
        ref={input}
        label="Code of the gift card"
        name="giftCard"
        value={code}
        onChange={({ target }) => {
          setCode(target.value)
          hideResult(adding)
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_TYPED_CODE}
        required
        problem={adding.error?.message}
      />
      <Button type="submit" look="line" busy={adding.isPending}>
        Use this card
      </Button>
    </form>
  )
}
