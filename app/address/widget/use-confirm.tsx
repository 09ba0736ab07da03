/** The question about a typed address, asked before it is used. Any trouble with the map is no reason to ask. */
import { Suspense, lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import type { Address } from '#shared/address.ts'
import { maps, type MapAddress } from '#shared/api/maps.ts'
import { call } from '../../api/call.ts'
import type { Outcome } from './confirm-address.tsx'
import { inOneLine, isSameDoor, toFormAddress } from './form-address.ts'
import { report } from './report.ts'

const ConfirmAddress = lazy<ComponentType<Question>>(async () => {
  try {
    const { ConfirmAddress: dialog } = await import('./confirm-address.tsx')
    return { default: dialog }
  } catch {
    // A question that cannot be asked must not stop the order.
    return { default: Unasked }
  }
})

function Unasked({ decide }: Question) {
  useEffect(() => decide('nochange'), [decide])
  return null
}

/** What the buyer decided; `address` is the one to use. */
type Decision = { outcome: Outcome; address: Address; wasAsked: boolean }

type Question = { typed: Address; found: MapAddress | null; decide: (outcome: Outcome) => void }

/** How long a map may think about an address before the buyer goes on without it. */
const PATIENCE = 4000

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
      return await decideOn(typed)
    } finally {
      setConfirming(false)
    }
  }

  const decideOn = async (typed: Address): Promise<Decision> => {
    const answer = await judged(typed)
    if (!answer || isBeyondDoubt(answer, typed))
      return { outcome: 'nochange', address: typed, wasAsked: false }
    const { address: found } = answer
    const outcome = await new Promise<Outcome>((decide) => setQuestion({ typed, found, decide }))
    setQuestion(null)
    if (outcome === 'change' && found) {
      return { outcome, address: { ...toFormAddress(found), address2: typed.address2 }, wasAsked: true }
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

type Judged = { address: MapAddress | null; confidence: 'exact' | 'high' | 'medium' | 'low' }

async function judged(typed: Address): Promise<Judged | null> {
  try {
    const query = { text: inOneLine(typed), session: crypto.randomUUID() }
    return await call(maps.validate, { query }, { signal: AbortSignal.timeout(PATIENCE) })
  } catch {
    return null
  }
}

function isBeyondDoubt({ address, confidence }: Judged, typed: Address): boolean {
  return confidence === 'exact' || (address !== null && isSameDoor(toFormAddress(address), typed))
}
