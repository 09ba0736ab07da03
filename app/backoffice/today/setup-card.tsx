import { Link } from 'react-router'
import { Button } from '#app/platform/ui/button.tsx'
import { Items, progressOf, useChecklist } from '#app/platform/admin/checklist.tsx'

/**
 * The setup tasks that are left before the shop can sell. Renders nothing if all are done, or if an admin has hidden
 * the card.
 */
export function SetupCard() {
  const { answer, skip, hide, isBusy } = useChecklist()
  const { data } = answer
  if (!data || data.isHidden) return null
  const { done, all, isOver } = progressOf(data)
  if (isOver) return null
  return (
    <section className="stack-2 pad-3 box mat" aria-labelledby="setup-card">
      <h2 id="setup-card">Set up your shop</h2>
      <p>
        {done} of {all} done. <Link to="/admin/setup">See all, and what is still demo or sandbox</Link>
      </p>
      <Items of={data.items.filter(({ state }) => state === 'open')} skip={skip} isBusy={isBusy} />
      <p>
        <Button look="quiet" busy={isBusy} onClick={() => hide(true)}>
          Do not show this again
        </Button>
      </p>
    </section>
  )
}
