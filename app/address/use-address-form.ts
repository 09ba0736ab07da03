import { useState, type RefObject } from 'react'
import { checkAddress, normalState, type Address, type AddressProblems } from '#shared/address.ts'
import { readDraft, writeDraft } from './draft.ts'

export type AddressField = keyof Address

const FIELDS: readonly AddressField[] = ['address', 'address2', 'city', 'state', 'postalCode']

export type AddressForm = ReturnType<typeof useAddressForm>

/** The state of an address form: what is typed, and what is wrong with the fields that were left or sent. */
export function useAddressForm(start: Partial<Address>, formRef: RefObject<HTMLFormElement | null>) {
  const [values, setValues] = useState<Address>(() => startValues(readDraft() ?? start))
  const [problems, setProblems] = useState<AddressProblems>({})

  const change = (changes: Partial<Address>) => {
    const next = { ...values, ...changes }
    setValues(next)
    writeDraft(next)
    // A field that is being mended is not nagged about; what is wrong is said when it is left.
    setProblems((old) => without(old, Object.keys(changes) as AddressField[]))
  }

  /** Looks at one field that was left, and again at those that had a problem. An empty field is left in peace. */
  const leave = (field: AddressField) => {
    const found = worded(values, problemsOf(values))
    setProblems((old) => {
      const looked = FIELDS.filter((name) => old[name] || (name === field && values[field].trim() !== ''))
      return Object.fromEntries(looked.flatMap((name) => (found[name] ? [[name, found[name]]] : [])))
    })
  }

  /** Shows problems and goes to the first. */
  const complain = (found: AddressProblems) => {
    setProblems(worded(values, found))
    const first = FIELDS.find((name) => found[name])
    const input = first && formRef.current?.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
  }

  /** The normalised address; null when something is wrong, which is then shown. */
  const check = (): Address | null => {
    const checked = checkAddress(values)
    if ('address' in checked) return checked.address
    complain(checked.problems)
    return null
  }

  return { values, problems, change, leave, complain, check }
}

function startValues({
  address = '',
  address2 = '',
  city = '',
  state = '',
  postalCode = '',
}: Partial<Address>): Address {
  return { address, address2, city, state: normalState(state) ?? '', postalCode, country: 'US' }
}

function problemsOf(values: Address): AddressProblems {
  const checked = checkAddress(values)
  return 'problems' in checked ? checked.problems : {}
}

/** The state is chosen from a list here, not typed. */
function worded(values: Address, problems: AddressProblems): AddressProblems {
  return problems.state && values.state === '' ? { ...problems, state: 'Choose a state' } : problems
}

function without(problems: AddressProblems, fields: AddressField[]): AddressProblems {
  return Object.fromEntries(
    Object.entries(problems).filter(([name]) => !fields.includes(name as AddressField)),
  )
}
