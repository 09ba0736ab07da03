import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { demo, type DemoState, type DemoCounts } from '#shared/backoffice/api/demo.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './demo-data.module.css'
import { counted } from '#shared/kernel/counts.ts'

/** Removes the demo data, after a confirmation. Renders nothing in a shop without demo data. */
export function DemoData() {
  const answer = useQuery(ask(demo.counts, {}))
  const { data: state } = answer
  if (answer.isError && !state) return <LoadError error={answer.error} retry={answer.refetch} />
  return state && namesOf(state).length > 0 ? <Section of={state} /> : null
}

function namesOf(state: DemoCounts): string[] {
  return [...historyNames(state), ...goodsNames(state), ...contentNames(state)]
}

function Section({ of: state }: { of: DemoState }) {
  const [isOpen, setOpen] = useState(false)
  const history = historyNames(state)
  return (
    <section className="stack-3 measure-wide" aria-labelledby="demo-data">
      <h2 id="demo-data">Demo data</h2>
      <p>
        Still in this shop, invented for the demo: {listed.format(namesOf(state))}.
        {history.length > 0
          ? ' They are part of the sales, best sellers and ratings. Remove them before you sell.'
          : ''}
      </p>
      <p>Everything that you and your customers created stays. The counts in stock stay too.</p>
      <p>
        <Button look="line" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Remove demo data
        </Button>
      </p>
      {isOpen ? <Removal of={state} close={() => setOpen(false)} /> : null}
    </section>
  )
}

/** Says exactly what is removed and what stays, and removes it. */
function Removal({ of: state, close }: { of: DemoState; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const [products, setProducts] = useState(true)
  const [content, setContent] = useState(true)
  const remove = useRemoval(() => dialog.current?.close())
  const { goods, others, goes, stays } = removalOf(state, { products, content })
  return (
    <dialog
      ref={dialog}
      className={`box mat ${styles.dialog}`}
      aria-labelledby="demo-removal"
      onClose={close}
    >
      <h2 id="demo-removal">Remove demo data?</h2>
      {goods.length > 0 ? (
        <CheckField
          label={`Also ${listed.format(goods)}`}
          hint="Only those that you have never saved. Real orders still contain them."
          checked={products}
          onChange={({ target }) => setProducts(target.checked)}
        />
      ) : null}
      {others.length > 0 ? (
        <CheckField
          label={`Also ${listed.format(others)}`}
          hint="Only those that you have never saved. An artist stays if one of their works stays."
          checked={content}
          onChange={({ target }) => setContent(target.checked)}
        />
      ) : null}
      <div className={`stack-3 halves-36 ${styles.names}`}>
        <Names title="This is removed" of={goes} />
        <Names title="This stays" of={stays} />
      </div>
      <p>This cannot be undone.</p>
      <div className={styles.actions}>
        <Button
          busy={remove.isPending}
          disabled={goes.length === 0}
          onClick={() => remove.mutate({ products, content })}
        >
          Remove
        </Button>
        <Button look="quiet" onClick={() => dialog.current?.close()}>
          Cancel
        </Button>
      </div>
    </dialog>
  )
}

/** What is removed and what stays, in words, with what the owner has chosen. */
function removalOf(state: DemoState, { products, content }: { products: boolean; content: boolean }) {
  const goods = goodsNames(state)
  // An artist stays if one of their works stays.
  const artists = products ? state.artists : state.artistsWithoutWorks
  const others = contentNames({ ...state, artists })
  const needed = contentNames({ ...state, menuPages: 0, artists: state.artists - artists })
  const goes = [...historyNames(state), ...(products ? goods : []), ...(content ? others : [])]
  const stays = [
    ...(products ? [] : [...goods, ...needed]),
    ...(content ? [] : others),
    ...keptNames(state),
    ...ALWAYS_STAYS,
  ]
  return { goods, others, goes, stays }
}

const ALWAYS_STAYS = [
  'everything that you and your customers created',
  'the counts in stock',
  'all settings and the texts of pages',
]

function Names({ title, of: names }: { title: string; of: string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      {names.length > 0 ? (
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ) : (
        <p>Nothing.</p>
      )}
    </section>
  )
}

function useRemoval(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { products: boolean; content: boolean }) => call(demo.remove, { body }),
    onSuccess: (removed) => {
      onDone()
      toast.success(`Demo data removed: ${listed.format(namesOf(removed)) || 'there was none left'}`)
      // Orders, sales, customers and products have changed, so all data is fetched again.
      return client.invalidateQueries()
    },
    onError: (error) => toast.error(error.message),
  })
}

const listed = new Intl.ListFormat('en-US')

/** What invented people have done. */
function historyNames(of: DemoCounts): string[] {
  return countedTexts([
    [of.orders, 'invented order'],
    [of.replacements, 'replacement for them', 'replacements for them'],
    [of.labels, 'label of these orders', 'labels of these orders'],
    [of.customers, 'invented customer'],
    [of.reviews, 'invented review'],
    [of.messages, 'invented message'],
    [of.newsletters, 'newsletter'],
    [of.subscribers, 'invented subscriber'],
    [of.subscriptions, 'invented subscription'],
    [of.giftCards, 'gift card'],
    [of.codes, 'discount code'],
    [of.greenLots, 'lot of green coffee', 'lots of green coffee'],
    [of.batches, 'roasted batch', 'roasted batches'],
    [of.accounts, 'wholesale account with its invoices', 'wholesale accounts with their invoices'],
    [of.events, 'event with its sign-ups', 'events with their sign-ups'],
  ])
}

function goodsNames(of: DemoCounts): string[] {
  return countedTexts([
    [of.products, 'product of the demo', 'products of the demo'],
    [of.works, 'work of art', 'works of art'],
  ])
}

function contentNames(of: DemoCounts): string[] {
  return countedTexts([
    [of.artists, 'artist'],
    [of.menuPages, 'page of the menu', 'pages of the menu'],
  ])
}

/** The parts of the demo that stay. */
function keptNames({ kept }: DemoState): string[] {
  return countedTexts([
    [kept.goods, 'product or work that you have edited', 'products and works that you have edited'],
    [
      kept.events,
      'event that you have edited or that people have signed up for',
      'events that you have edited or that people have signed up for',
    ],
    [
      kept.artists,
      'artist that you have edited, or that has a work which stays',
      'artists that you have edited, or that have a work which stays',
    ],
    [
      kept.codes,
      'discount code that you have edited or that an order uses',
      'discount codes that you have edited or that orders use',
    ],
    [kept.newsletters, 'newsletter that you have edited or sent', 'newsletters that you have edited or sent'],
  ])
}

/** The demo data as text, such as `300 orders`. Counts of 0 are left out. */
function countedTexts(of: [count: number, one: string, many?: string][]): string[] {
  return of
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => (count > 1 && many ? `${count} ${many}` : counted(count, one)))
}
