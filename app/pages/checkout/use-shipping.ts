/** From a typed address to a priced parcel: checked by the carrier, corrected only by the buyer, then quoted. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { checkAddress, type Address } from '#shared/address.ts'
import { shippo, type ShippoAddress } from '#shared/api/shippo.ts'
import { CallError, call } from '../../api/call.ts'
import { writeDraft } from '../../address/draft.ts'
import type { AddressForm } from '../../address/use-address-form.ts'
import { toast } from '../../ui/toast.tsx'
import { quoteTo } from './quote.ts'

export type Suggestion = { typed: Address; corrected: Address }

/** What stands in the way, and which way leads on. */
export type Obstacle = { messages: string[]; way: 'address' | 'cart' | 'again' }

export function useShipping(form: AddressForm) {
  const navigate = useNavigate()
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null)
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)

  const quoting = useMutation({
    mutationFn: quoteTo,
    onSuccess: () => {
      writeDraft(null)
      return navigate('/payment')
    },
    onError: (error) => explain(error),
  })

  const validating = useMutation({
    mutationFn: (typed: Address) => call(shippo.validate, { body: typed }),
    onSuccess: (answer, typed) => {
      const { is_valid, messages } = answer.validation_results
      if (!is_valid) {
        toast.error('Please enter a valid address!')
        setObstacle({ messages: messages.map(({ text }) => text), way: 'address' })
        return
      }
      const corrected = correctedBy(answer)
      if (corrected && !isSame(typed, corrected)) setSuggestion({ typed, corrected })
      else quoting.mutate(typed)
    },
    onError: (error) => explain(error),
  })

  const explain = (error: Error) => {
    const { failure, data } =
      error instanceof CallError ? error : { failure: 500, data: {} as CallError['data'] }
    if (failure === 400 && typeof data.field === 'string' && data.field in form.values) {
      form.complain({ [data.field]: error.message })
      return
    }
    setObstacle({
      messages: [error.message],
      way: failure === 400 ? 'address' : failure === 409 ? 'cart' : 'again',
    })
  }

  const isBusy = validating.isPending || quoting.isPending

  const submit = () => {
    if (isBusy) return
    setSuggestion(null)
    setObstacle(null)
    const typed = form.check()
    if (typed) validating.mutate(typed)
  }

  const choose = (address: Address) => {
    if (isBusy) return
    setObstacle(null)
    form.change(address)
    quoting.mutate(address)
  }

  const reconsider = () => {
    setSuggestion(null)
    setObstacle(null)
  }

  return { submit, choose, reconsider, suggestion, obstacle, isBusy }
}

function correctedBy({ street1, street2, city, state, zip, country }: ShippoAddress): Address | null {
  const checked = checkAddress({ address: street1, address2: street2, city, state, postalCode: zip, country })
  return 'address' in checked ? checked.address : null
}

/** A capital letter or the four digits after a ZIP code are no reason to ask. */
function isSame(typed: Address, corrected: Address): boolean {
  const postalCode = typed.postalCode.length === 5 ? corrected.postalCode.slice(0, 5) : corrected.postalCode
  return joined(typed) === joined({ ...corrected, postalCode })
}

function joined({ address, address2, city, state, postalCode }: Address): string {
  return [address, address2, city, state, postalCode].join('\n').toLowerCase()
}
