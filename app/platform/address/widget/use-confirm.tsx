/** Asks the buyer to confirm a typed address before it is used. Does not ask if the map service fails. */
import { Suspense, lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import type { Address } from '#shared/platform/address.ts'
import { isSameBuilding, withUnitOf } from '#shared/platform/address-difference.ts'
import { maps, type MapAddress } from '#shared/checkout/api/maps.ts'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/send-once.ts'
import type { Outcome } from './confirm-address.tsx'
import { inOneLine, toFormAddress } from './form-address.ts'
import { report } from './report.ts'

const ConfirmAddress = lazy<ComponentType<Question>>(async () => {
  try {
    const { ConfirmAddress: dialog } = await import('./confirm-address.tsx')
    return { default: dialog }
  } catch {
    // If the dialog cannot be loaded, the order continues without it.
    return { default: KeepTyped }
  }
})

function KeepTyped({ decide }: Question) {
  useEffect(() => decide('nochange'), [decide])
  return null
}

/** The buyer's decision. `address` is the address to use. */
type Decision = { outcome: Outcome; address: Address; wasAsked: boolean }

type Question = { typed: Address; found: MapAddress | null; decide: (outcome: Outcome) => void }

/** Milliseconds to wait for the map service before the order continues without it. */
const TIMEOUT = 4000

/** `confirm` resolves when the buyer has decided, or at once if nothing needs to be asked. Render `dialog`. */
export function useConfirmAddress(): {
  confirm: (typed: Address) => Promise<Decision>
  isConfirming: boolean
  dialog: ReactNode
} {
  const [isConfirming, setConfirming] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)

  const confirm = async (typed: Address): Promise<Decision> => {
    setConfirming(true)
    try {
      return await askIfUnsure(typed)
    } finally {
      setConfirming(false)
    }
  }

  const askIfUnsure = async (typed: Address): Promise<Decision> => {
    const answer = await validate(typed)
    if (!answer || isCertain(answer, typed)) return { outcome: 'nochange', address: typed, wasAsked: false }
    const { address: found } = answer
    const outcome = await new Promise<Outcome>((decide) => setQuestion({ typed, found, decide }))
    setQuestion(null)
    if (outcome === 'change' && found) {
      const suggested = withUnitOf(typed, toFormAddress(found))
      const address = { ...suggested, address2: typed.address2 || suggested.address2 }
      return { outcome, address, wasAsked: true }
    }
    if (outcome === 'nochange' && found)
      void report(found, { change: { address: inOneLine(typed) }, label: 'address_confirm_form' })
    return { outcome, address: typed, wasAsked: true }
  }

  return {
    confirm,
    isConfirming,
    dialog: question ? (
      <Suspense>
        <ConfirmAddress {...question} />
      </Suspense>
    ) : null,
  }
}

type Validation = { address: MapAddress | null; confidence: 'exact' | 'high' | 'medium' | 'low' }

async function validate(typed: Address): Promise<Validation | null> {
  try {
    const query = { text: inOneLine(typed), session: newKey() }
    return await call(maps.validate, { query }, { signal: AbortSignal.timeout(TIMEOUT) })
  } catch {
    return null
  }
}

function isCertain({ address, confidence }: Validation, typed: Address): boolean {
  return confidence === 'exact' || (address !== null && isSameBuilding(toFormAddress(address), typed))
}
