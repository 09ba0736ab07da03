/** The setup checklist, which the card on Today and the page Setup show. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { setup, type SetupChecklist, type SetupItem, type SetupState } from '#shared/backoffice/api/setup.ts'
import { call } from '../api/call.ts'
import { ask } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { AllowedLink } from './allowed-link.tsx'
import styles from './checklist.module.css'

type Item = {
  title: string
  why: string
  to: string
  /** An alternative link. */
  or?: { text: string; to: string }
}

/** What each item is, why it matters, and where it is done. */
const ITEMS: Record<SetupItem, Item> = {
  business: {
    title: 'Enter your business details',
    why: 'Name, address and contact data are on all pages, emails and invoices. Save them once, even if they are correct',
    to: '/admin/settings/business',
  },
  parts: {
    title: 'Say what you do',
    why: 'Parts of the shop that you do not need are gone from its pages and from the desk, until you switch them on',
    to: '/admin/parts',
  },
  product: {
    title: 'Publish your first product',
    why: 'Create one, or edit a product of the demo',
    to: '/admin/productlist',
    or: { text: 'Import them from your old shop', to: '/admin/import' },
  },
  shipping: {
    title: 'Check roasting and shipping',
    why: 'Buyers see dates that follow from your roast days and packing days',
    to: '/admin/settings',
  },
  sender: {
    title: 'Enter the sender of parcels',
    why: 'Your address on labels, and the sizes of your boxes',
    to: '/admin/settings/parcels',
  },
  tax: {
    title: 'Check the sales tax',
    why: 'Where you collect it, and the rate. Save it once, even if it is correct',
    to: '/admin/settings/selling',
  },
  mail: {
    title: 'Send a test email',
    why: 'Connect your mail server, and press Test connection. Customers get confirmations by email',
    to: '/admin/services#mail',
  },
  payments: {
    title: 'Connect PayPal',
    why: 'Until then no money moves. Services has a form for it, and the list of what else is missing',
    to: '/admin/services#payments',
  },
  pages: {
    title: 'Look at your pages',
    why: 'Texts and pictures of home, about and the policies are examples',
    to: '/admin/pages',
  },
}

const STATES = { done: 'Done', skipped: 'Skipped', open: 'To do' }

/** The checklist and its changes. */
export function useChecklist() {
  const client = useQueryClient()
  const query = ask(setup.list, {})
  const answer = useQuery(query)
  const change = useMutation({
    mutationFn: (run: () => Promise<SetupChecklist>) => run(),
    onSuccess: (now) => client.setQueryData(query.queryKey, now),
    onError: (error) => toast.error(error.message),
  })
  return {
    answer,
    isBusy: change.isPending,
    skip: (item: SetupItem, isSkipped: boolean) =>
      change.mutate(() => call(setup.skip, { body: { item, isSkipped } })),
    hide: (isHidden: boolean) => change.mutate(() => call(setup.hide, { body: { isHidden } })),
  }
}

export function progressOf({ items }: SetupChecklist): { done: number; all: number; isOver: boolean } {
  const done = items.filter(({ state }) => state === 'done').length
  return { done, all: items.length, isOver: items.every(({ state }) => state !== 'open') }
}

/** The items with links to the screens where they are done. */
export function Items({
  of: items,
  skip,
  isBusy,
}: {
  of: readonly SetupState[]
  skip: (item: SetupItem, isSkipped: boolean) => void
  isBusy: boolean
}) {
  return (
    <ol className={`grid rule ${styles.items}`}>
      {items.map(({ item, state, note }) => {
        const { title, why, to, or } = ITEMS[item]
        return (
          <li key={item} data-state={state}>
            <span className={styles.state}>{STATES[state]}</span>
            <div className={styles.text}>
              <Link to={to}>{title}</Link>
              <p>{[note, state === 'done' ? '' : why].filter(Boolean).join('. ')}</p>
              {or && state !== 'done' ? (
                <p>
                  <AllowedLink to={or.to}>{or.text}</AllowedLink>
                </p>
              ) : null}
            </div>
            {state === 'done' ? null : (
              <Button
                look="quiet"
                aria-disabled={isBusy}
                aria-label={`${state === 'open' ? 'Skip' : 'Do not skip'}: ${title}`}
                onClick={() => skip(item, state === 'open')}
              >
                {state === 'open' ? 'Skip' : 'Do not skip'}
              </Button>
            )}
          </li>
        )
      })}
    </ol>
  )
}
