import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { products } from '#shared/catalog/api/products.ts'
import { ask } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { NoMatch, announce } from '../../ui/live-region.tsx'
import styles from './products-field.module.css'

type Props = {
  label: string
  hint: string
  chosen: string[]
  problem?: string | undefined
  onChange: (ids: string[]) => void
}

/** Products of the shop: a search that adds them, and the chosen ones. */
export function ProductsField({ label, hint, chosen, problem, onChange }: Props) {
  const [keyword, setKeyword] = useState('')
  const id = useId()
  const wanted = keyword.trim()
  const { data } = useQuery({
    ...ask(productAdmin.list, { query: { keyword: wanted, pageNumber: 1 } }),
    enabled: wanted.length > 1,
    placeholderData: keepPreviousData,
  })
  const found = wanted.length > 1 ? (data?.products ?? []).filter(({ _id }) => !chosen.includes(_id)) : []
  return (
    <fieldset className={`stack-2 ${styles.field}`} aria-describedby={problem ? id : undefined}>
      <legend className={styles.legend}>{label}</legend>
      <p>{hint}</p>
      <Chosen ids={chosen} onRemove={(removed) => onChange(chosen.filter((each) => each !== removed))} />
      <Field
        label="Search for a product"
        type="search"
        autoComplete="off"
        unmarked
        value={keyword}
        onChange={({ target }) => setKeyword(target.value)}
        onKeyDown={(event) => {
          // Enter would save the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <ul className={`grid ${styles.list}`} aria-label="Found products">
        {found.map(({ _id, name }) => (
          <li key={_id}>
            <span>{name}</span>
            <Button
              look="quiet"
              aria-label={`Add ${name}`}
              onClick={() => {
                onChange([...chosen, _id])
                announce(`${name} was added.`)
              }}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
      {wanted.length > 1 && data && found.length === 0 ? <NoMatch>No other product matches.</NoMatch> : null}
      {problem ? (
        <p id={id} className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  )
}

function Chosen({ ids, onRemove }: { ids: string[]; onRemove: (id: string) => void }) {
  const answers = useQueries({ queries: ids.map((id) => ask(products.one, { params: { id } })) })
  if (ids.length === 0) return null
  return (
    <ul className={`grid ${styles.list}`} aria-label="Chosen products">
      {ids.map((id, index) => {
        const name = answers[index]?.data?.name ?? (answers[index]?.isError ? `Product ${id}` : '…')
        return (
          <li key={id}>
            <span>{name}</span>
            <Button
              look="quiet"
              aria-label={`Remove ${name}`}
              onClick={() => {
                onRemove(id)
                announce(`${name} was removed.`)
              }}
            >
              Remove
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
