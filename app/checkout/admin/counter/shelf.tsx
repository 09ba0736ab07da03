import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { counterGoods, type CounterGoods } from '#shared/checkout/api/counter-goods.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { ask } from '#app/platform/api/query.ts'
import { useSettled } from '#app/platform/admin/use-settled.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import styles from './counter.module.css'
import type { Ticket } from './use-ticket.ts'

/** A size shows how many pieces are left if there are fewer than this. */
const FEW = 6

/** The goods to choose from. Enter in the search adds the only size that is found, such as that of a scanned SKU. */
export function Shelf({ ticket }: { ticket: Ticket }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [category, setCategory] = useState('')
  const keyword = useSettled(typed.trim())
  const answer = useQuery({
    ...ask(counterGoods.list, { query: { keyword: keyword || undefined } }),
    placeholderData: keepPreviousData,
  })
  const all = answer.data?.goods ?? []
  const categories = [...new Set(all.map((goods) => goods.category))]
  const shown = categories.includes(category) ? all.filter((goods) => goods.category === category) : all
  const addOnly = (event: FormEvent) => {
    event.preventDefault()
    const only = onlyOf(shown, typed)
    if (!only || keyword !== typed.trim()) return
    ticket.add(...only)
    setTyped('')
  }
  return (
    <section className={`stack-2 ${styles.shelf}`} aria-labelledby="shelf">
      <h2 id="shelf">Goods</h2>
      <form role="search" onSubmit={addOnly}>
        <Field
          ref={input}
          label="Search by name, or scan an SKU"
          type="search"
          autoComplete="off"
          maxLength={100}
          unmarked
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
      {categories.length > 1 ? <Categories all={categories} chosen={category} choose={setCategory} /> : null}
      {answer.isError ? <LoadError error={answer.error} retry={answer.refetch} /> : null}
      {answer.isPending ? <SkeletonLines count={8} height="3.5rem" /> : null}
      {answer.data && shown.length === 0 ? <p>Nothing on sale matches.</p> : null}
      <ul className={styles.goods}>
        {shown.map((goods) => (
          <Item key={goods.product} goods={goods} ticket={ticket} />
        ))}
      </ul>
    </section>
  )
}

/** The only size that is shown, or the one with the typed SKU; null if there are others. */
function onlyOf(shown: CounterGoods[], typed: string): Parameters<Ticket['add']> | null {
  const sizes = shown.flatMap((goods) => goods.sizes.map((size) => [goods, size] as const))
  const sku = typed.trim().toLowerCase()
  const found = sku === '' ? undefined : sizes.find(([, size]) => size.sku.toLowerCase() === sku)
  const only = found ?? (sizes.length === 1 && sku !== '' ? sizes[0] : undefined)
  return only ? [...only] : null
}

type CategoriesProps = { all: string[]; chosen: string; choose: (category: string) => void }

function Categories({ all, chosen, choose }: CategoriesProps) {
  return (
    <div className={styles.categories} role="group" aria-label="Category">
      {['', ...all].map((category) => (
        <Button
          key={category}
          look={category === chosen ? 'solid' : 'line'}
          aria-pressed={category === chosen}
          onClick={() => choose(category)}
        >
          {category || 'All'}
        </Button>
      ))}
    </div>
  )
}

function Item({ goods, ticket }: { goods: CounterGoods; ticket: Ticket }) {
  return (
    <li>
      <p className={styles.name}>
        {goods.name}
        {goods.isRoastedToOrder ? <span className="soft small"> roasted to order</span> : null}
      </p>
      <div className={styles.sizes}>
        {goods.sizes.map((size) => {
          const { sizeId, label, price, left } = size
          const inTicket = ticket.lines.reduce(
            (sum, line) => sum + (line.sizeId === sizeId ? line.qty : 0),
            0,
          )
          return (
            <button
              key={sizeId}
              type="button"
              className={styles.size}
              disabled={left <= inTicket}
              onClick={() => ticket.add(goods, size)}
            >
              <SizeName name={goods.name} label={label} />
              <span>{formatDollars(price)}</span>
              <LeftText left={left - inTicket} isToOrder={goods.isRoastedToOrder} />
            </button>
          )
        })}
      </div>
    </li>
  )
}

/** The name of the goods is above the button; the name of the button begins with it too. */
function SizeName({ name, label }: { name: string; label: string }) {
  if (label === '')
    return (
      <span>
        Add<span className="visually-hidden"> {name}</span>
      </span>
    )
  return (
    <span>
      <span className="visually-hidden">Add {name}, </span>
      {label}
    </span>
  )
}

function LeftText({ left, isToOrder }: { left: number; isToOrder: boolean }) {
  if (isToOrder || left >= FEW) return null
  return <span className={styles.left}>{left <= 0 ? 'none left' : `${counted(left, 'piece')} left`}</span>
}
