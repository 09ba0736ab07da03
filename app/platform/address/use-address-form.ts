import { useState, type RefObject } from 'react'
import { checkAddress, normalState, type Address, type AddressProblems } from '#shared/platform/address.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { addressIn, parseObject } from '#app/platform/session/stored-json.ts'

export type AddressField = keyof Address

const FIELDS: readonly AddressField[] = ['address', 'address2', 'city', 'state', 'postalCode']

export type AddressForm = ReturnType<typeof useAddressForm>

/**
 * The state of an address form: its values, and the problems of fields that have lost the focus or were submitted.
 * @param keepsDraft whether the text is kept until the address is accepted, as at the checkout
 */
export function useAddressForm(
  start: Partial<Address>,
  formRef: RefObject<HTMLFormElement | null>,
  { keepsDraft = true } = {},
) {
  const [values, setValues] = useState<Address>(() => startValues((keepsDraft ? readDraft() : null) ?? start))
  const [problems, setProblems] = useState<AddressProblems>({})
  const { excluded } = useBusiness()

  const change = (changes: Partial<Address>) => {
    const next = { ...values, ...changes }
    setValues(next)
    if (keepsDraft) writeDraft(next)
    // A field has no problem while it is edited. It is checked again when it loses the focus.
    setProblems((old) => without(old, Object.keys(changes) as AddressField[]))
  }

  /** Checks a field that has lost the focus, unless it is empty. Also checks all fields that have a problem. */
  const checkField = (field: AddressField) => {
    const found = withSelectMessage(values, problemsOf(values, excluded))
    setProblems((old) => {
      const checked = FIELDS.filter((name) => old[name] || (name === field && values[field].trim() !== ''))
      return Object.fromEntries(checked.flatMap((name) => (found[name] ? [[name, found[name]]] : [])))
    })
  }

  /** Shows problems and focuses the first field that has one. */
  const showProblems = (found: AddressProblems) => {
    setProblems(withSelectMessage(values, found))
    const first = FIELDS.find((name) => found[name])
    const input = first && formRef.current?.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
  }

  /** The normalized address; null if there are problems, which are then shown. */
  const check = (): Address | null => {
    const checked = checkAddress(values, excluded)
    if ('address' in checked) return checked.address
    showProblems(checked.problems)
    return null
  }

  return { values, problems, change, checkField, showProblems, check }
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

function problemsOf(values: Address, excluded: readonly string[]): AddressProblems {
  const checked = checkAddress(values, excluded)
  return 'problems' in checked ? checked.problems : {}
}

/** Changes the message about a missing state, because this form has a list of states. */
function withSelectMessage(values: Address, problems: AddressProblems): AddressProblems {
  return problems.state && values.state === '' ? { ...problems, state: 'Choose a state' } : problems
}

function without(problems: AddressProblems, fields: AddressField[]): AddressProblems {
  return Object.fromEntries(
    Object.entries(problems).filter(([name]) => !fields.includes(name as AddressField)),
  )
}

/**
 * Keeps the text in the address form until the address is accepted, so that an error or a closed tab loses nothing. Signing
 * out clears local storage, so the next user of this computer does not see the address.
 */
const KEY = 'addressDraft'

/** The stored draft; null if there is none. Fields that are not text are left out. */
export function readDraft(): Partial<Address> | null {
  try {
    const draft = parseObject(localStorage.getItem(KEY))
    return draft && addressIn(draft)
  } catch {
    return null
  }
}

/** Stores the draft; null deletes it. */
export function writeDraft(address: Address | null): void {
  try {
    if (address) localStorage.setItem(KEY, JSON.stringify(address))
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is full or not allowed. The form itself still has the text.
  }
}
