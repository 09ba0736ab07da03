import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type AttachedCurve,
  MAX_LOG_BYTES,
  roastCurves,
  type WholeBatch,
} from '#shared/roastery/api/batches.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import {
  eventIn,
  phasesOf,
  ROAST_EVENT_TEXTS,
  ROAST_EVENTS,
  type RoastCurve,
  roastTime,
  temperatureText,
  type TemperatureUnit,
} from '#shared/roastery/roast-curve.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { call, CallError } from '#app/platform/api/call.ts'
import { sendFiles } from '#app/platform/api/send-files.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import { FileDrop } from '#app/platform/admin/file-drop.tsx'
import { UploadProgress } from '#app/platform/admin/pictures/picker.tsx'
import { AdminLoading } from '#app/platform/admin/admin-page.tsx'
import styles from './batch.module.css'
import { CurveChart, type NamedCurve } from './curve-chart.tsx'
import { type Column, Table } from '#app/platform/ui/table.tsx'

/** The curve of a batch, and the upload of a log. */
export function Curve({ batch }: { batch: WholeBatch }) {
  return (
    <section className="stack-2" aria-labelledby="curve">
      <h2 id="curve">Roast curve</h2>
      {batch.hasCurve ? <Shown batch={batch} /> : null}
      {batch.state === 'planned' ? (
        <p>A log of Artisan can be attached after the batch is weighed and roasted.</p>
      ) : (
        <Attach batch={batch} />
      )}
    </section>
  )
}

function Shown({ batch }: { batch: WholeBatch }) {
  const [otherId, compareWith] = useState('')
  const answer = useQuery(ask(roastCurves.one, { params: { id: batch._id } }))
  const other = useQuery({
    ...ask(roastCurves.one, { params: { id: otherId } }),
    enabled: otherId !== '',
  })
  if (answer.isPending) return <AdminLoading what="curve" />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  const unit: TemperatureUnit = batch.inFahrenheit ? 'F' : 'C'
  const shown = named(answer.data)
  const compared = otherId !== '' && other.data ? named(other.data) : null
  return (
    <>
      <p>{summaryOf(answer.data)}</p>
      {batch.comparable.length === 0 ? null : (
        <div className={styles.compare}>
          <SelectField
            label="Compare with another batch of this roast"
            unmarked
            value={otherId}
            onChange={({ target }) => compareWith(target.value)}
          >
            <option value="">No other batch</option>
            {batch.comparable.map(({ _id, code, roastsOn }) => (
              <option key={_id} value={_id}>
                {code}, {formatDate(roastsOn, 'shortDay')}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {otherId !== '' && other.isError ? <LoadError error={other.error} retry={other.refetch} /> : null}
      <CurveChart key={answer.data.attachedAt} shown={shown} other={compared} unit={unit} />
      <KeyFigures shown={shown} other={compared} unit={unit} />
      {shown.curve.remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {shown.curve.notes === '' ? null : <p className="pre-line">Notes in the log: {shown.curve.notes}</p>}
      <p className="row-0-2 align-middle soft">
        <span>
          {answer.data.fileName}, attached by {answer.data.attachedBy},{' '}
          {formatDate(answer.data.attachedAt, 'shortDayAndTime')}
        </span>
        <DeleteButton
          name="the curve"
          remove={() => call(roastCurves.remove, { params: { id: batch._id } })}
          done="Curve deleted"
          of={['roastery']}
        />
      </p>
    </>
  )
}

const named = ({ batch: { code }, curve }: AttachedCurve) => ({ name: code, curve })

/** The most important figures as a sentence. */
function summaryOf({ curve: { title, machine, events } }: AttachedCurve): string {
  const { total, development } = phasesOf(events)
  const start = eventIn(events, 'charge') ? 'charge' : 'the first reading'
  return [
    ...(title ? [title] : []),
    ...(machine ? [machine] : []),
    ...(total === null ? [] : [`${roastTime(total)} minutes from ${start} to drop`]),
    ...(development === null
      ? []
      : [`${(development.part * 100).toFixed(1)}% of it after the start of first crack`]),
  ].join(' · ')
}

function differencesIn(error: unknown): string[] {
  return error instanceof CallError ? ((error.data.differences ?? []) as string[]) : []
}

function questionAbout(differences: readonly string[]): string {
  return ['This log may be of another roast.', ...differences, 'Attach it anyway?'].join('\n\n')
}

function Attach({ batch: { _id: id, hasCurve } }: { batch: WholeBatch }) {
  const client = useQueryClient()
  const [progress, setProgress] = useState(0)
  const stopping = useRef<AbortController>(null)
  useEffect(() => () => stopping.current?.abort(), [])
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_LOG_BYTES)
        throw new Error(`The file may have ${MAX_LOG_BYTES / 1_000_000} MB at most`)
      const send = (query: { anyway?: string }) => {
        setProgress(0)
        stopping.current = new AbortController()
        const { signal } = stopping.current
        return sendFiles(roastCurves.attach, [file], {
          params: { id },
          query,
          onProgress: setProgress,
          signal,
        })
      }
      try {
        return await send({})
      } catch (error) {
        const differences = differencesIn(error)
        if (differences.length === 0 || !window.confirm(questionAbout(differences))) throw error
        return send({ anyway: 'true' })
      }
    },
    onSuccess: async () => {
      toast.success('Curve attached')
      await refresh(client, 'roastery')
    },
  })
  if (upload.isPending)
    return <UploadProgress of={progress} what="the log" stop={() => stopping.current?.abort()} />
  return (
    <>
      <FileDrop
        choose={hasCurve ? 'Replace the curve with another log' : 'Choose a log of Artisan'}
        hint="or drop it here. An .alog file, or a JSON file that Artisan exported, 5 MB at most"
        accept=".alog,.json,application/json"
        onFiles={([file]) => upload.mutate(file)}
      />
      {upload.isError && upload.error.name !== 'AbortError' ? (
        <Alert tone="danger">{upload.error.message}</Alert>
      ) : null}
    </>
  )
}

type Row = { name: string; of: (curve: RoastCurve) => string }

/** The events and phases of one or two roasts as a table. */
function KeyFigures({
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
