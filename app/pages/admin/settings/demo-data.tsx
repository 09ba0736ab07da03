import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { demo, type DemoCounts } from '#shared/api/demo.ts'
import { counted } from '#shared/counts.ts'
import { call } from '../../../api/call.ts'
import { ask } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { toast } from '../../../ui/toast.tsx'
import styles from './settings.module.css'

/** Removes the demo data, after a confirmation. Renders nothing in a shop without demo data. */
export function DemoData() {
  const { data: counts } = useQuery(ask(demo.counts, {}))
  return counts && Object.values(counts).some((count) => count > 0) ? <Removal of={counts} /> : null
}

function Removal({ of: counts }: { of: DemoCounts }) {
  const client = useQueryClient()
  const [products, setProducts] = useState(false)
  const history = historyText(counts)
  const remove = useMutation({
    mutationFn: () => call(demo.remove, { body: { products } }),
    onSuccess: (removed) => {
      toast.success(`Demo data removed: ${listed.format(namesOf(removed)) || 'there was none left'}`)
      // Orders, sales, customers and products have changed on every screen.
      return client.invalidateQueries()
    },
    onError: (error) => toast.error(error.message),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const what = namesOf({ ...counts, products: products ? counts.products : 0 })
    if (what.length === 0 || remove.isPending) return
    if (window.confirm(`Remove ${listed.format(what)}? This cannot be undone.`)) remove.mutate()
  }
  return (
    <section className={styles.group} aria-labelledby="demo-data">
      <h2 id="demo-data">Demo data</h2>
      <p>
        {history
          ? `This shop contains ${history} that were invented for the demo. They count in sales, best sellers and ratings. Remove them before you sell.`
          : 'The products of the demo that you have not edited are still in the shop.'}
      </p>
      <p>Everything that you and your customers made stays, and so do the counts in stock.</p>
      <form onSubmit={onSubmit} className={styles.removal}>
        {counts.products > 0 ? (
          <CheckField
            label={`Also delete ${counted(counts.products, 'product')} of the demo`}
            hint="Only products that you have never saved. Real orders that contain them keep them."
            checked={products}
            onChange={({ target }) => setProducts(target.checked)}
          />
        ) : null}
        <p>
          <Button type="submit" look="line" busy={remove.isPending} disabled={!history && !products}>
            Remove demo data
          </Button>
        </p>
      </form>
    </section>
  )
}

const listed = new Intl.ListFormat('en-US')

function historyText(counts: DemoCounts): string {
  return listed.format(namesOf({ ...counts, products: 0 }))
}

/** `300 orders`, `28 customers`; counts of 0 are left out. */
function namesOf({ orders, customers, reviews, messages, products }: DemoCounts): string[] {
  const names: [number, string][] = [
    [orders, 'order'],
    [customers, 'customer'],
    [reviews, 'review'],
    [messages, 'message'],
    [products, 'product'],
  ]
  return names.filter(([count]) => count > 0).map(([count, name]) => counted(count, name))
}
