import { useQuery } from '@tanstack/react-query'
import bar from '#imagery/drawings/bar.svg'
import packing from '#imagery/drawings/packing.svg'
import pour from '#imagery/drawings/pour.svg'
import roaster from '#imagery/drawings/roaster.svg'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { rangeText, timeText } from '#shared/kernel/days.ts'
import type { delivery } from '#shared/roastery/api/delivery.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { nextDelivery } from '#app/platform/orders/next-delivery.ts'
import { useOrdersPaused } from '#app/platform/orders/vacation-note.tsx'
import { Framed } from '#app/platform/ui/framed.tsx'
import { Illustration } from '#app/platform/ui/illustration.tsx'
import styles from './home.module.css'

/** How a coffee gets from the roaster to the visitor, with the days of an order that is placed now. */
export function Roasting() {
  const { data } = useQuery(nextDelivery)
  const { city } = useBusiness().place
  const isPaused = useOrdersPaused()
  const steps = stepsOf(isPaused ? undefined : data, city)
  return (
    <section className="stack-3" aria-labelledby="how-we-roast">
      <div className="stack-1">
        <h2 id="how-we-roast" className={styles.title}>
          How we roast
        </h2>
        {data && !isPaused ? (
          <p className={`lead italic lining measure ${styles.promise}`}>{data.coffee.text}</p>
        ) : null}
      </div>
      <div className={`grid ${styles.roasting}`}>
        <div className={`grid ${styles.steps} ${styles.drawings}`}>
          {steps.map(({ name, drawing }) => (
            <Framed key={name} className={styles.drawing}>
              <Illustration of={drawing} />
            </Framed>
          ))}
        </div>
        <ol className={`grid ${styles.steps}`}>
          {steps.map(({ name, day, note }) => (
            <li key={name} className="lining">
              <h3 className="caps">{name}</h3>
              {day ? <p className={styles.day}>{day}</p> : null}
              <p className="soft small">{note}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

type Step = { name: string; drawing: string; day: string | undefined; note: string }

/** The steps with their days; without days if there are none. Without a pickup, the step at the bar is left out. */
function stepsOf(next: Reply<typeof delivery.next> | undefined, city: string): Step[] {
  const dates = next?.coffee.dates
  const pickup = next?.pickup?.coffee.promise
  const steps: Step[] = [
    {
      name: 'Roasted',
      drawing: roaster,
      day: dayOf(dates?.roastsOn),
      note: `In small batches, here in ${city}.`,
    },
    {
      name: 'Packed',
      drawing: packing,
      day: dayOf(dates?.shipsOn),
      note: 'Whole bean, or ground for your brewer.',
    },
    {
      name: 'With you',
      drawing: pour,
      day: dates ? rangeText(dates.arrivesFrom, dates.arrivesTo) : undefined,
      note: 'By mail, with a link to follow it.',
    },
  ]
  if (!pickup) return steps
  const day = `${dayOf(pickup.readyOn)}, ${timeText(pickup.from)}`
  return [...steps, { name: 'Or at the bar', drawing: bar, day, note: 'Pick it up, and stay for a cup.' }]
}

function dayOf(day: string | null | undefined): string | undefined {
  return day ? formatDate(day, 'shortWeekday') : undefined
}
