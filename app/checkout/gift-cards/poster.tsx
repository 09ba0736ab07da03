import type { CardDesign } from '#shared/checkout/gift-cards.ts'
import morning from '#imagery/drawings/morning.svg'
import pour from '#imagery/drawings/pour.svg'
import visitor from '#imagery/drawings/visitor.svg'
import { useBusiness } from '#app/platform/api/business.ts'
import { Mark } from '#app/platform/layout/mark.tsx'
import { Illustration } from '#app/platform/ui/illustration.tsx'
import styles from './poster.module.css'

const PICTURES: Record<CardDesign, { src: string; alt: string }> = {
  morning: { src: morning, alt: 'A cup of coffee in front of a rising sun with rays.' },
  pour: { src: pour, alt: 'A barista pours water from a kettle into a V60 brewer.' },
  visitor: { src: visitor, alt: 'A visitor of the gallery, seen from behind, looks at an empty frame.' },
}

/** The picture of a card, which decorates unless it is `described`. */
export function CardPicture({ of: design, described = false }: { of: CardDesign; described?: boolean }) {
  const { src, alt } = PICTURES[design]
  return <Illustration of={src} alt={described ? alt : ''} />
}

/** The picture of a bought card, small. */
export function SmallPicture({ of }: { of: CardDesign }) {
  return (
    <div className={styles.small}>
      <CardPicture of={of} described />
    </div>
  )
}

/** What is on a card. `amount` is a text such as '$25'. Without a code, the card shows where it will be. */
export type ShownCard = {
  design: CardDesign
  amount: string
  to: string
  from: string
  note: string
  code?: string
}

/** A gift card as it is printed (server/checkout/gift-cards/draw-card.ts). */
export function CardPoster({ card: { design, amount, to, from, note, code } }: { card: ShownCard }) {
  const { mark, place } = useBusiness()
  return (
    <div className={styles.sheet}>
      <div className={styles.poster}>
        <CardPicture of={design} described />
        <div className={styles.label}>
          <Mark className={styles.mark} text={mark} />
          <div className="stack-2 packed may-shrink">
            <p>
              {to ? <span>For {to}</span> : null}
              {from && from !== to ? <span>From {from}</span> : null}
            </p>
            {note ? <p className={styles.note}>{note}</p> : null}
          </div>
          <p className={styles.amount}>
            <span>Gift card of</span> {amount}
          </p>
        </div>
      </div>
      <div className={`stack-1 ${styles.stub}`}>
        <p className={styles.code}>{code ?? '•••• •••• •••• ••••'}</p>
        <p>
          {code ? '' : 'The code is added when the card is paid. '}For our shop and for the bar at{' '}
          {place.street}, {place.city}. It never expires.
        </p>
      </div>
    </div>
  )
}
