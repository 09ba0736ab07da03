/**
 * The shipping step: the carrier validates the address, the buyer accepts corrections, then the shipping price is
 * requested.
 */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { checkAddress, type Address } from '#shared/address.ts'
import { isSameBuilding, relevantDifferences } from '#shared/address-difference.ts'
import { shippo, type ShippoAddress } from '#shared/api/shippo.ts'
import { CallError, call } from '../../api/call.ts'
import { writeDraft } from '../../address/draft.ts'
import { useConfirmAddress } from '../../address/widget/use-confirm.tsx'
import type { AddressForm } from '../../address/use-address-form.ts'
import { guestOfRequest } from '../../session/guest.ts'
import { toast } from '../../ui/toast.tsx'
import { quoteTo } from './quote.ts'
import type { GuestForm } from './use-guest-form.ts'

/** The carrier's corrected address (null if the carrier changed nothing), and its messages about the address. */
export type Suggestion = { typed: Address; corrected: Address | null; messages: string[] }

/** Why the step cannot be completed, and how the buyer can fix it. */
export type ShippingProblem = {
  messages: string[]
  fix: 'address' | 'cart' | 'again'
  /** The typed address, if the carrier does not know it. The buyer can keep it, because it may be a new building. */
  keep?: Address
}

/** `confirmedBy`: how the buyer has confirmed the address; null if not yet. */
type Typed = { typed: Address; confirmedBy: 'pick' | 'dialog' | null }

/**
 * @param chosen the address that the buyer chose from the map's suggestions; it needs no confirmation
 * @param guest the name and email of a guest; null for a signed-in user
 */
export function useShipping(form: AddressForm, chosen: Address | null, guest: GuestForm | null) {
  const navigate = useNavigate()
  const { confirm, isConfirming, dialog } = useConfirmAddress()
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null)
  const [problem, setProblem] = useState<ShippingProblem | null>(null)

  const quoting = useMutation({
    mutationFn: quoteTo,
    onSuccess: () => {
      writeDraft(null)
      return navigate('/placeorder')
    },
    onError: (error) => showError(error),
  })

  const validating = useMutation({
    mutationFn: askCarrier,
    onSuccess: (answer, { typed, confirmedBy }) => {
      const { is_valid } = answer.validation_results
      const messages = answer.validation_results.messages.map(({ text }) => text)
      if (!is_valid) {
        toast.error('Please enter a valid address!')
        setProblem({ messages, fix: 'address', keep: typed })
        return
      }
      const returned = addressFrom(answer)
      // An address that the buyer has just picked or confirmed needs no other spelling. A picked one may lack a unit,
      // which the map does not know.
      const isRelevant = returned !== null && relevantDifferences(typed, returned).length > 0
      const corrected = isRelevant && confirmedBy === null ? returned : null
      const isAsked = corrected !== null || (messages.length > 0 && confirmedBy !== 'dialog')
      if (isAsked) setSuggestion({ typed, corrected, messages })
      else quoting.mutate(typed)
    },
    onError: (error) => showError(error),
  })

  const showError = (error: Error) => {
    if (guest?.showRefusal(error)) return
    const field = fieldIn(error)
    if (field && field in form.values) form.showProblems({ [field]: error.message })
    else setProblem(problemFrom(error))
  }

  const isBusy = isConfirming || validating.isPending || quoting.isPending

  const submit = async () => {
    if (isBusy) return
    clearMessages()
    const typed = guest === null || guest.check() ? form.check() : null
    if (!typed) return
    if (chosen && isSameBuilding(chosen, typed)) return validating.mutate({ typed, confirmedBy: 'pick' })
    const { outcome, address, wasAsked } = await confirm(typed)
    if (outcome === 'cancel') return
    if (outcome === 'change') form.change(address)
    validating.mutate({ typed: address, confirmedBy: wasAsked ? 'dialog' : null })
  }

  const choose = (address: Address) => {
    if (isBusy) return
    setProblem(null)
    form.change(address)
    quoting.mutate(address)
  }

  const clearMessages = () => {
    setSuggestion(null)
    setProblem(null)
  }

  return { submit, choose, clearMessages, suggestion, problem, isBusy, dialog }
}

function askCarrier({ typed }: Typed) {
  return call(shippo.validate, { body: { ...typed, ...guestOfRequest() } })
}

function fieldIn(error: Error): string | null {
  const isRefused = error instanceof CallError && error.failure === 400
  return isRefused && typeof error.data.field === 'string' ? error.data.field : null
}

function problemFrom(error: Error): ShippingProblem {
  const failure = error instanceof CallError ? error.failure : 500
  const fix = failure === 400 ? 'address' : failure === 409 ? 'cart' : 'again'
  return { messages: [error.message], fix }
}

function addressFrom({ street1, street2, city, state, zip, country }: ShippoAddress): Address | null {
  const checked = checkAddress({ address: street1, address2: street2, city, state, postalCode: zip, country })
  return 'address' in checked ? checked.address : null
}
