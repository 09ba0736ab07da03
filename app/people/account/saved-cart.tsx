import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { savedCarts, type SavedCart, type SavedLine } from '#shared/checkout/api/saved-carts.ts'
import { counted } from '#shared/kernel/counts.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { frequencyText, nameOfChoice, TASTE_NAMES } from '#shared/platform/subscriptions.ts'
import { call } from '#app/platform/api/call.ts'
import { countOf, useCart, useCartIsRead } from '#app/platform/cart/cart.ts'
import { restoreCart } from '#app/platform/cart/restore.ts'
import lines from '#app/platform/orders/lines.module.css'
import { JavaScriptNote } from '#app/platform/session/guard.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { InvalidLink } from '#app/platform/account-forms/link-page.tsx'
import { linkPageHeaders, useLinkToken, invalidLinkMessage } from '#app/platform/account-forms/link-token.ts'
import { useRoasts } from '#app/platform/api/business.ts'
import styles from './saved-cart.module.css'

export const headers = linkPageHeaders

/** A cart that was mailed, with today's prices and stock. Visitors can restore it in this browser. */
export default function SavedCartPage() {
  return (
    <section className={`stack-4 items-left packed ${styles.page}`}>
      <PageHead title="Your saved cart" hidden />
      <PageTitle title="Your saved cart" />
      <JavaScriptNote />
      <Opened />
    </section>
  )
}

function Opened() {
  const token = useLinkToken()
  const isRead = useCartIsRead()
  const opened = useQuery({
    queryKey: ['savedCarts', 'open', token],
    queryFn: () => call(savedCarts.open, { body: { link: token! } }),
    enabled: Boolean(token),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const invalid = invalidLinkMessage(token, opened.error)
  if (invalid !== null) return <InvalidLink text={invalid} to="/shop" />
  if (opened.error) return <LoadError error={opened.error} retry={opened.refetch} />
  if (!opened.data || !isRead) return <Loading what="Opening your cart" />
  return <Saved cart={opened.data} />
}

function Saved({ cart }: { cart: SavedCart }) {
  return (
    <>
      <ul className={`${lines.lines} ${styles.lines}`} aria-label="Saved goods">
        {cart.lines.map((line) => (
          <Line
            key={`${line.title} ${line.subscribe?.weeks} ${line.subscribe?.taste} ${line.notes.join(' ')}`}
            line={line}
          />
        ))}
      </ul>
      {cart.lines.some(({ left }) => left > 0) ? <Restore saved={cart} /> : <NothingLeft />}
    </>
  )
}

function Line({ line }: { line: SavedLine }) {
  const { title, product, subscribe, price, qty, left, notes } = line
  const roasts = useRoasts()
  return (
    <li className={`align-middle pad-y-2 rule-below ${lines.line}`}>
      <FramedPicture of={product?.pictures.image ?? null} sizes="4.5rem" alt="" className={lines.frame} />
      <div className={lines.label}>
        {product ? <Link to={productPath(product)}>{title}</Link> : title}
        {subscribe ? (
          <span className={lines.note}>
            {frequencyText(subscribe.weeks)}
            {subscribe.percent > 0 ? `, ${subscribe.percent}% off` : ''}
            {subscribe.taste
              ? `. ${nameOfChoice(roasts)}, ${TASTE_NAMES[subscribe.taste].toLowerCase()}`
              : ''}
          </span>
        ) : null}
        {notes.length > 0 ? <span className={styles.changed}>{notes.join('; ')}</span> : null}
      </div>
      {price === null ? null : (
        <p className={`flex apart gap-2 figures ${lines.sum}`}>
          <span className="soft">
            {left > 0 && left < qty ? `${left} of ${qty}` : qty} × <Money dollars={price} />
          </span>
        </p>
      )}
    </li>
  )
}

/** Adds the saved goods to the cart, or replaces the cart with them. If the cart is empty, there is only one button. */
function Restore({ saved }: { saved: SavedCart }) {
  const current = countOf(useCart())
  const navigate = useNavigate()
  const restore = (mode: 'add' | 'replace') => {
    const { added, missing } = restoreCart(saved, mode)
    if (missing.length > 0) toast.error(`No longer available in full: ${missing.join(', ')}`)
    if (added > 0) toast.success(`${counted(added, 'piece')} added to your cart`)
    return navigate('/cart')
  }
  if (current === 0) return <Button onClick={() => void restore('add')}>Put these in my cart</Button>
  return (
    <>
      <p>Your cart already has {counted(current, 'piece')}.</p>
      <div className="row-2">
        <Button onClick={() => void restore('add')}>Add these to my cart</Button>
        <Button look="line" onClick={() => void restore('replace')}>
          Replace my cart with these
        </Button>
      </div>
    </>
  )
}

function NothingLeft() {
  return (
    <>
      <p>Nothing in this cart can be bought today.</p>
      <ButtonLink to="/shop">See the coffees</ButtonLink>
    </>
  )
}
