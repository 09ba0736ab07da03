import { useBusiness } from '../api/business.ts'
import { Alert } from '../ui/alert.tsx'

/** Says that the shop is on vacation, and whether it takes orders. Renders nothing without a vacation. */
export function VacationNote() {
  const { vacation } = useBusiness()
  if (!vacation) return null
  return (
    <Alert tone="note">
      {vacation.message ? (
        <p>
          <bdi>{vacation.message}</bdi>
        </p>
      ) : null}
      <p>{vacation.text}</p>
    </Alert>
  )
}

/** Whether a vacation pauses orders. */
export function useOrdersPaused(): boolean {
  return useBusiness().vacation?.isPaused ?? false
}
