import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { settings } from '#shared/platform/api/settings.ts'
import type { PartId } from '#shared/platform/parts.ts'
import { roleOfUser } from '#shared/people/api/users.ts'
import { shippingFields } from '#shared/platform/settings/shipping.ts'
import { timeZoneName } from '#shared/kernel/dates.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { ANY_COFFEE, DeliveryNote } from '#app/platform/orders/delivery-note.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { DemoData } from '#app/platform/admin/demo-data.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import cards from '#app/platform/admin/card-links.module.css'
import styles from './settings.module.css'

const PAGE = '/admin/settings'

/** Settings that admins change while the shop runs: a form for each group. */
export default function Settings() {
  return (
    <AdminPage
      actions={
        <ButtonLink look="quiet" to="/admin/record?subject=setting">
          Change log
        </ButtonLink>
      }
    >
      {(user) => (
        <div className="stack-6">
          <Topics />
          <p className="note">Times on all pages are the shop’s: {timeZoneName()}.</p>
          <Shipping />
          {roleOfUser(user) === 'owner' ? <DemoData /> : null}
        </div>
      )}
    </AdminPage>
  )
}

function Shipping() {
  const answer = useQuery({ ...ask(settings.shipping, {}), ...UNCACHED_FORM })
  return (
    <AdminResource answer={answer} what="settings" gone="There are no such settings." list={PAGE}>
      {(saved) => <ShippingForm saved={saved} reload={() => void answer.refetch()} />}
    </AdminResource>
  )
}

function ShippingForm({ saved, reload }: { saved: Reply<typeof settings.shipping>; reload: () => void }) {
  const client = useQueryClient()
  const form = useResourceForm({
    what: 'settings',
    fields: shippingFields,
    saved,
    send: (body) => call(settings.saveShipping, { body }),
    onSaved: (now) => {
      client.setQueryData(ask(settings.shipping, {}).queryKey, now)
      toast.success('Settings saved')
      return refresh(client, 'delivery')
    },
  })
  return (
    <section className="stack-3 measure-wide" aria-labelledby="shipping-settings">
      <h2 id="shipping-settings">Roasting and shipping</h2>
      <p>
        Buyers see dates from this calendar on products, in the cart, at the checkout, on their order and in
        emails. An order keeps the dates that it was placed with.
      </p>
      <div className={styles.preview} aria-live="polite">
        <h3>What buyers of coffee see now</h3>
        <DeliveryNote goods={ANY_COFFEE} />
      </div>
      <ResourceForm what="settings" form={form} reload={reload} submit="Save">
        <ResourceFields of={shippingFields} form={form} />
      </ResourceForm>
    </section>
  )
}

const TOPICS: readonly (readonly [id: string, title: string, about: string, part?: PartId])[] = [
  ['hours', 'Opening hours', 'Hours of the week, special days and closures'],
  ['vacation', 'Vacation', 'Pause orders, or promise later dates'],
  ['announcement', 'Announcement', 'A sentence above the header of all pages'],
  ['business', 'Business details', 'Name, address, contact, links, playlist'],
  ['selling', 'Tax and orders', 'Sales tax, unpaid orders, where you do not ship'],
  ['returns', 'Returns', 'What comes back, until when, and who pays'],
  ['pay-methods', 'Ways to pay', 'Cards, Venmo, Apple Pay, Google Pay, Pay Later'],
  ['subscribing', 'Subscriptions', 'Discount, frequencies, roaster’s choice', 'subscriptions'],
  ['roasting', 'Roastery', 'Units, capacity of a day, sizes of batches'],
  ['wholesale', 'Wholesale orders', 'Share of a roast day, standing orders, weekly email', 'wholesale'],
  ['gift-cards', 'Gift cards', 'Whether you sell them, amounts and limits', 'giftCards'],
  ['wholesale-terms', 'Wholesale terms', 'The text that accounts accept', 'wholesale'],
  ['parcels', 'Boxes and sender', 'Sizes of your boxes, and your address on labels'],
]

/** Links to the pages of the other groups of settings, without those of parts of the shop that are off. */
function Topics() {
  const { parts } = useBusiness()
  return (
    <nav aria-label="Settings">
      <ul className={cards.cards}>
        {TOPICS.filter(([, , , part]) => !part || parts[part]).map(([id, title, about]) => (
          <li key={id}>
            <Link to={`/admin/settings/${id}`}>
              <strong>{title}</strong>
              <span>{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
