import { useState } from 'react'
import { CANCEL_REASONS } from '#shared/api/subscription.ts'
import { SelectField, TextareaField } from '../../../ui/field.tsx'

type Reason = '' | (typeof CANCEL_REASONS)[number]

const NAMES: Record<(typeof CANCEL_REASONS)[number], string> = {
  'too much coffee': 'I have too much coffee',
  'too expensive': 'It is too expensive',
  taste: 'I did not like the coffee',
  delivery: 'The delivery did not work well',
  other: 'Another reason',
}

/** Why a subscription was canceled. */
export function useReason() {
  const [reason, setReason] = useState<Reason>('')
  const [note, setNote] = useState('')
  return {
    reason,
    setReason,
    note,
    setNote,
    body: { reason, note },
    isGiven: reason !== '' || note.trim() !== '',
  }
}

/** The optional questions after a cancellation. */
export function ReasonFields({
  reason: { reason, setReason, note, setNote },
}: {
  reason: ReturnType<typeof useReason>
}) {
  return (
    <>
      <SelectField
        label="Would you tell us why?"
        value={reason}
        onChange={({ target }) => setReason(target.value as Reason)}
      >
        <option value="">Choose a reason</option>
        {CANCEL_REASONS.map((each) => (
          <option key={each} value={each}>
            {NAMES[each]}
          </option>
        ))}
      </SelectField>
      <TextareaField
        label="Note"
        rows={3}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </>
  )
}
