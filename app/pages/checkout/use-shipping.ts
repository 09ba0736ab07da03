/** From a typed address to a priced parcel: checked by the carrier, corrected only by the buyer, then quoted. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { checkAddress, type Address } from '#shared/address.ts'
import { shippo, type ShippoAddress } from '#shared/api/shippo.ts'
import { CallError, call } from '../../api/call.ts'
import { writeDraft } from '../../address/draft.ts'
import { isSameAddress } from '../../address/widget/form-address.ts'
import { useConfirmAddress } from '../../address/widget/use-confirm.tsx'
import type { AddressForm } from '../../address/use-address-form.ts'
import { toast } from '../../ui/toast.tsx'
import { quoteTo } from './quote.ts'

/** What the carrier would write, where that is something else, and what it says of the address besides. */
export type Suggestion = { typed: Address; corrected: Address | null; messages: string[] }

/** What stands in the way, and which way leads on. */
export type Obstacle = {
  messages: string[]
  way: 'address' | 'cart' | 'again'
  /** The carrier does not know it; its buyer may know better, as in a house that is new. */
  keep?: Address
}

/** @param chosen the address that was taken from the map: it needs no second question */
export function useShipping(form: AddressForm, chosen: Address | null) {
  const navigate = useNavigate()
  const { confirm, isConfirming, dialog } = useConfirmAddress()
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
    mutationFn: ({ typed }: { typed: Address; wasAsked: boolean }) => call(shippo.validate, { body: typed }),
    onSuccess: (answer, { typed, wasAsked }) => {
      const { is_valid } = answer.validation_results
      const messages = answer.validation_results.messages.map(({ text }) => text)
      if (!is_valid) {
        toast.error('Please enter a valid address!')
        setObstacle({ messages, way: 'address', keep: typed })
        return
      }
      const written = correctedBy(answer)
      const corrected = written && !isSame(typed, written) ? written : null
      // Who has just confirmed an address is not asked about its spelling.
      if (!wasAsked && (corrected || messages.length > 0)) setSuggestion({ typed, corrected, messages })
      else quoting.mutate(typed)
    },
    onError: (error) => explain(error),
  })

  const explain = (error: Error) => {
    const field = fieldAtFault(error)
    if (field && field in form.values) form.showProblems({ [field]: error.message })
    else setObstacle(obstacleOf(error))
  }

  const isBusy = isConfirming || validating.isPending || quoting.isPending

  const submit = async () => {
    if (isBusy) return
    setSuggestion(null)
    setObstacle(null)
    const typed = form.check()
    if (!typed) return
    if (chosen && isSameAddress(chosen, typed)) return validating.mutate({ typed, wasAsked: false })
    const { outcome, address, wasAsked } = await confirm(typed)
    if (outcome === 'cancel') return
    if (outcome === 'change') form.change(address)
    validating.mutate({ typed: address, wasAsked })
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

  return { submit, choose, reconsider, suggestion, obstacle, isBusy, dialog }
}

function fieldAtFault(error: Error): string | null {
  const isRefused = error instanceof CallError && error.failure === 400
  return isRefused && typeof error.data.field === 'string' ? error.data.field : null
}

function obstacleOf(error: Error): Obstacle {
  const failure = error instanceof CallError ? error.failure : 500
  const way = failure === 400 ? 'address' : failure === 409 ? 'cart' : 'again'
  return { messages: [error.message], way }
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
