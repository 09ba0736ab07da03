import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { addresses, type AddressEdit, type SavedAddress } from '#shared/checkout/api/addresses.ts'
import { PHONE_PROBLEM, PHONE_REASON, formatPhone, normalPhone } from '#shared/kernel/phone.ts'
import { AddressFields } from '#app/platform/address/address-fields.tsx'
import { useAddressForm } from '#app/platform/address/use-address-form.ts'
import { CallError, call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useIsMounted } from '#app/platform/ui/use-is-mounted.ts'
import { focusFirst } from '#app/platform/ui/use-problems.ts'
import styles from '#app/platform/account-forms/addresses.module.css'

type Details = Pick<AddressEdit, 'recipient' | 'label' | 'phone' | 'isDefault'>
type Text = 'recipient' | 'label' | 'phone'

type Props = {
  saved?: SavedAddress
  /** The user’s name, which is the default recipient of a new address. */
  name: string
  onClose: () => void
  /** Opens the form again, with the current address. */
  onReload: () => void
}

/**
 * Adds or changes an address. The form keeps the address with which it was opened, even if the list is fetched again.
 */
export function AddressForm({ saved: current, name, onClose, onReload }: Props) {
  const [saved] = useState(current)
  const formRef = useRef<HTMLFormElement>(null)
  const form = useAddressForm(saved ?? {}, formRef, { keepsDraft: false })
  const { details, problems, bind, change, check } = useDetails(saved, name, formRef)
  const saving = useSaving(saved, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // All problems are shown at once. The recipient is above the address, so it gets the focus first.
    const hasDetails = check()
    const address = form.check()
    if (!details.recipient.trim()) focusFirst(formRef.current, { recipient: NO_RECIPIENT })
    if (hasDetails && address && !saving.isPending) saving.mutate({ ...address, ...details })
  }
  return (
    <form ref={formRef} onSubmit={submit} className={`stack-3 ${styles.form}`} noValidate>
      <Heading>{saved ? 'Edit the address' : 'New address'}</Heading>
      <Field
        label="Recipient"
        {...bind('recipient')}
        problem={problems.recipient}
        maxLength={100}
        autoComplete="shipping name"
        required
      />
      <AddressFields form={form} />
      <Field
        label="Phone"
        {...bind('phone')}
        problem={problems.phone}
        type="tel"
        maxLength={40}
        autoComplete="shipping tel"
        hint={PHONE_REASON}
      />
      <Field label="Label" {...bind('label')} maxLength={40} hint="Your own name for it, such as Office." />
      <CheckField
        label="Start the checkout with this address"
        checked={details.isDefault}
        onChange={({ target }) => change({ isDefault: target.checked })}
      />
      {saving.error ? <SavingProblem error={saving.error} onReload={onReload} /> : null}
      <div className="row-0-3 align-middle">
        <Button type="submit" busy={saving.isPending}>
          Save
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const NO_RECIPIENT = 'Enter the recipient’s name'

/** Gets the focus when the form opens. */
function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

/** The fields of the form besides the address. */
function useDetails(
  saved: SavedAddress | undefined,
  name: string,
  formRef: React.RefObject<HTMLFormElement | null>,
) {
  const [details, setDetails] = useState<Details>({
    recipient: saved?.recipient ?? name,
    label: saved?.label ?? '',
    phone: formatPhone(saved?.phone ?? ''),
    isDefault: saved?.isDefault ?? false,
  })
  const [problems, setProblems] = useState<Partial<Record<Text, string>>>({})
  const change = (changes: Partial<Details>) => {
    setDetails((old) => ({ ...old, ...changes }))
    setProblems({})
  }
  const bind = (field: Text) => ({
    name: field,
    value: details[field],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ [field]: target.value }),
  })
  const check = (): boolean => {
    const found: Partial<Record<Text, string>> = {}
    if (!details.recipient.trim()) found.recipient = NO_RECIPIENT
    if (normalPhone(details.phone) === null) found.phone = PHONE_PROBLEM
    setProblems(found)
    focusFirst(formRef.current, found)
    return Object.keys(found).length === 0
  }
  return { details, problems, bind, change, check }
}

function useSaving(saved: SavedAddress | undefined, onClose: () => void) {
  const client = useQueryClient()
  const isOpen = useIsMounted()
  return useMutation({
    mutationFn: (edit: AddressEdit) =>
      saved
        ? call(addresses.update, { params: { id: saved._id }, body: { ...edit, version: saved.version } })
        : call(addresses.create, { body: edit }),
    onSuccess: async () => {
      toast.success('Address saved')
      await refresh(client, 'addresses')
      // A user who has closed this form may have opened another one, which must stay open.
      if (isOpen()) onClose()
    },
    onError: (error) => {
      if (!isOpen()) toast.error(`The address was not saved: ${error.message}`)
    },
  })
}

/** The reason why the address was not saved. After a change on another device, the user can open the saved address. */
function SavingProblem({ error, onReload }: { error: Error; onReload: () => void }) {
  const isChanged = error instanceof CallError && (error.data.code === 'version' || error.failure === 404)
  return (
    <Alert tone="danger">
      <p>{error.message}.</p>
      {isChanged ? (
        <>
          <p>What you typed is still here, but not saved.</p>
          <Button look="quiet" onClick={onReload}>
            Show the saved address
          </Button>
        </>
      ) : null}
    </Alert>
  )
}
