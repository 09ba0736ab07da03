/**
 * The delivery to an address: the carrier validates the address, the buyer accepts corrections, then the shipping price is
 * requested.
 */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { checkAddress, type Address } from '#shared/platform/address.ts'
import { isSameBuilding, relevantDifferences, withUnitOf } from '#shared/platform/address-difference.ts'
import type { SavedAddress } from '#shared/checkout/api/addresses.ts'
import { shippingQuotes, type CarrierAddress } from '#shared/checkout/api/shipping-quotes.ts'
import { CallError, call } from '#app/platform/api/call.ts'
import { writeDraft, type AddressForm } from '#app/platform/address/use-address-form.ts'
import { useConfirmAddress } from '#app/platform/address/widget/use-confirm.tsx'
import { shipTo } from '#app/platform/cart/delivery-details.ts'
import { guestOfRequest } from '#app/platform/session/guest.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { quoteTo } from './quote.ts'
import type { DetailsForm } from './recipient-fields.tsx'

/** The carrier's corrected address (null if the carrier changed nothing), and its messages about the address. */
export type Suggestion = { typed: Address; corrected: Address | null; messages: string[] }

/** Why the part cannot be completed, and how the buyer can fix it. */
export type ShippingProblem = {
  messages: string[]
  fix: 'address' | 'cart' | 'again'
  /** The typed address, if the carrier does not know it. The buyer can keep it, because it may be a new building. */
  keep?: Address
}

/** A typed address. `confirmedBy` says how the buyer confirmed it; null if the buyer has not. */
type Typed = { typed: Address; confirmedBy: 'pick' | 'dialog' | null }

/** A guest's name and email. Their problems are shown beside the fields. For a signed-in user, there are none. */
export type ContactCheck = {
  /** Whether they can be sent. */
  check: () => boolean
  /** Returns false if the error is about something else. */
  showRefusal: (error: Error) => boolean
}

type ShippingForms = {
  form: AddressForm
  /** The address that the buyer picked from the map's suggestions; it needs no confirmation. */
  picked: Address | null
  /** The saved address that the order goes to; null if the buyer types one. */
  chosen: SavedAddress | null
  details: DetailsForm
  contact: ContactCheck
  onDone: () => void
}

/** Checks the address form or the chosen address, and gets the shipping price. Then calls `onDone`. */
export function useShipping({ form, picked, chosen, details, contact, onDone }: ShippingForms) {
  const { confirm, isConfirming, dialog } = useConfirmAddress()
  const check = useCarrierCheck(onDone, (error) => {
    const isDetails = details.showRefusal(error)
    const field = chosen ? null : fieldIn(error)
    const isAddress = field !== null && field in form.values
    if (isAddress) form.showProblems({ [field]: error.message })
    const isGuest = contact.showRefusal(error)
    return isDetails || isAddress || isGuest
  })
  const isBusy = isConfirming || check.isBusy

  const submit = async () => {
    if (isBusy) return
    check.clearMessages()
    // All problems are shown at once. The fields above are checked last, so that the first problem gets the focus.
    const hasDetails = details.check(chosen !== null)
    const typed = chosen ? null : form.check()
    const hasContact = contact.check()
    if (!hasDetails || !hasContact) return
    if (chosen) return submitSaved(chosen)
    if (!typed) return
    if (picked && isSameBuilding(picked, typed)) return check.validate({ typed, confirmedBy: 'pick' })
    const { outcome, address, wasAsked } = await confirm(typed)
    if (outcome === 'cancel') return
    if (outcome === 'change') form.change(address)
    check.validate({ typed: address, confirmedBy: wasAsked ? 'dialog' : null })
  }

  const submitSaved = ({ recipient, phone, usedAt, ...saved }: SavedAddress) => {
    details.change({ recipient, phone, saveAddress: true })
    const { address, address2, city, state, postalCode, country } = saved
    const typed = { address, address2, city, state, postalCode, country }
    // An order was sent to this address before, so it is not checked again.
    if (usedAt !== null) check.quote(typed)
    else check.validate({ typed, confirmedBy: null })
  }

  const choose = (address: Address) => {
    if (isBusy) return
    if (!chosen) form.change(address)
    check.quote(address)
  }

  const { clearMessages, suggestion, problem } = check
  return { submit, choose, clearMessages, suggestion, problem, isBusy, dialog }
}

/**
 * Asks the carrier to validate an address, then for the shipping price. If the buyer changes the address before both have
 * answered, the answers are ignored, and the buyer presses the button again.
 * @param show shows an error beside its field; returns false if the error belongs to no field
 */
function useCarrierCheck(onDone: () => void, show: (error: Error) => boolean) {
  /** Counts the addresses that the buyer has given up. An answer counts only if its request has the current number. */
  const current = useRef(0)
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null)
  const [problem, setProblem] = useState<ShippingProblem | null>(null)
  const onError = (error: Error, { asked }: { asked: number }) => {
    if (asked === current.current && !show(error)) setProblem(problemFrom(error))
  }

  const quoting = useMutation({
    mutationFn: ({ address, asked }: { address: Address; asked: number }) =>
      quoteTo(address, () => asked === current.current),
    onSuccess: (isStored) => {
      if (!isStored) return
      writeDraft(null)
      onDone()
    },
    onError,
  })

  const validating = useMutation({
    mutationFn: askCarrier,
    onSuccess: (answer, { asked, ...sent }) => {
      if (asked !== current.current) return
      const { is_valid } = answer.validation_results
      const messages = answer.validation_results.messages.map(({ text }) => text)
      if (!is_valid) {
        toast.error('Please enter a valid address!')
        setProblem({ messages, fix: 'address', keep: sent.typed })
        return
      }
      const found = suggestionIn(addressFrom(answer), messages, sent)
      if (found) setSuggestion(found)
      else quoting.mutate({ address: sent.typed, asked })
    },
    onError,
  })

  const abandon = () => {
    current.current++
    validating.reset()
    quoting.reset()
  }
  // The buyer chooses pickup or leaves the page.
  useEffect(() => () => void current.current++, [])

  return {
    validate: (typed: Typed) => validating.mutate({ ...typed, asked: current.current }),
    quote: (address: Address) => {
      setProblem(null)
      quoting.mutate({ address, asked: current.current })
    },
    /** Also ignores the answer to a request that is still running, because the address has changed. */
    clearMessages: () => {
      if (validating.isPending || quoting.isPending) abandon()
      setSuggestion(null)
      setProblem(null)
    },
    suggestion,
    problem,
    isBusy: validating.isPending || quoting.isPending,
  }
}

/**
 * The question for the buyer after the carrier's answer; null if there is none. Does not ask about the spelling of an
 * address that the buyer has just picked or confirmed. A picked address may lack a unit, because the map does not know
 * units.
 */
function suggestionIn(
  returned: Address | null,
  messages: string[],
  { typed, confirmedBy }: Typed,
): Suggestion | null {
  const isRelevant = returned !== null && relevantDifferences(typed, returned).length > 0
  const corrected = isRelevant && confirmedBy === null ? withUnitOf(typed, returned) : null
  const isAsked = corrected !== null || (messages.length > 0 && confirmedBy !== 'dialog')
  return isAsked ? { typed, corrected, messages } : null
}

function askCarrier({ typed }: Typed & { asked: number }) {
  return call(shippingQuotes.validate, { body: { ...shipTo(typed), ...guestOfRequest() } })
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

function addressFrom({ street1, street2, city, state, zip, country }: CarrierAddress): Address | null {
  const checked = checkAddress({ address: street1, address2: street2, city, state, postalCode: zip, country })
  return 'address' in checked ? checked.address : null
}
