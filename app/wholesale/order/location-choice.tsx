import { useSearchParams } from 'react-router'
import type { OrderForm } from '#shared/wholesale/api/account-orders.ts'
import { SelectField } from '#app/platform/ui/field.tsx'

/** For which location of the account the order is, if there are several. An order that is changed keeps its location. */
export function LocationChoice({ form: { accounts, company, location, changes } }: { form: OrderForm }) {
  const [query, setQuery] = useSearchParams()
  const choices = accounts.find(({ _id }) => _id === company._id)?.locations ?? []
  if (choices.length < 2 || changes) return null
  return (
    <SelectField
      label="For"
      unmarked
      value={location._id}
      onChange={({ target }) => {
        const next = new URLSearchParams(query)
        next.set('location', target.value)
        setQuery(next)
      }}
    >
      {choices.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
