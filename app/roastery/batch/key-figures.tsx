import {
  eventIn,
  phasesOf,
  ROAST_EVENTS,
  ROAST_EVENT_TEXTS,
  roastTime,
  temperatureText,
  type RoastCurve,
  type TemperatureUnit,
} from '#shared/roastery/roast-curve.ts'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import type { NamedCurve } from './curve-chart.tsx'

type Row = { name: string; of: (curve: RoastCurve) => string }

/** The events and phases of one or two roasts as a table. */
export function KeyFigures({
  shown,
  other,
  unit,
}: {
  shown: NamedCurve
  other: NamedCurve | null
  unit: TemperatureUnit
}) {
  const curves = other ? [shown, other] : [shown]
  const columns: Column<Row>[] = [
    { name: 'EVENT OR PHASE', of: ({ name }) => name, rowHeader: true, title: true },
    ...curves.map(({ name, curve }): Column<Row> => ({
      name: `BATCH ${name}`,
      of: ({ of }) => of(curve),
      noWrap: true,
    })),
  ]
  const rows = rowsIn(unit).filter(({ of }) => curves.some(({ curve }) => of(curve) !== MISSING))
  if (rows.length === 0)
    return <p>The log has no events. Mark charge, dry end, first crack and drop in Artisan.</p>
  return <Table label="Events and phases" columns={columns} rows={rows} keyOf={({ name }) => name} />
}

const MISSING = '—'

function rowsIn(unit: TemperatureUnit): Row[] {
  return [
    ...ROAST_EVENTS.map((kind) => ({
      name: ROAST_EVENT_TEXTS[kind],
      of: ({ events }: RoastCurve) => {
        const event = eventIn(events, kind)
        if (!event) return MISSING
        const bean = event.bean === null ? '' : `, ${temperatureText(event.bean, unit)}`
        return `${roastTime(event.seconds)}${bean}`
      },
    })),
    ...PHASES.map(({ name, phase }) => ({
      name,
      of: ({ events }: RoastCurve) => {
        const found = phasesOf(events)[phase]
        return found ? `${roastTime(found.seconds)}, ${(found.part * 100).toFixed(1)}%` : MISSING
      },
    })),
  ]
}

const PHASES = [
  { name: 'Drying', phase: 'drying' },
  { name: 'Browning (Maillard)', phase: 'browning' },
  { name: 'Development, and its ratio (DTR)', phase: 'development' },
] as const
