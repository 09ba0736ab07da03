import { useState, type PointerEvent, type ReactNode } from 'react'
import {
  eventIn,
  inUnit,
  rateInUnit,
  rateOfRise,
  ROAST_EVENT_TEXTS,
  roastTime,
  temperatureText,
  type RoastCurve,
  type RoastEventKind,
  type TemperatureUnit,
} from '#shared/roastery/roast-curve.ts'
import chart from '#app/platform/admin/chart.module.css'
import styles from './batch.module.css'
import { closestTo, pathOf, scaleOfCurves, VIEW, type CurveScale } from './curve-scale.ts'

export type NamedCurve = { name: string; curve: RoastCurve }

/**
 * The temperatures of a roast and its rate of rise, with its events, and those of another roast as dashed lines. A slider
 * over the chart selects the time whose values are shown above it.
 */
export function CurveChart({
  shown,
  other,
  unit,
}: {
  shown: NamedCurve
  other: NamedCurve | null
  unit: TemperatureUnit
}) {
  const { seconds } = shown.curve
  const last = seconds.length - 1
  const [chosen, choose] = useState(last)
  const [pointed, point] = useState<number | null>(null)
  const scale = scaleOfCurves(other ? [shown.curve, other.curve] : [shown.curve], unit)
  const at = seconds[Math.min(pointed ?? chosen, last)]!
  return (
    <figure className={`${chart.chart} ${styles.chart}`}>
      <figcaption className={`row-1 apart ${styles.caption}`}>
        <Legend hasOther={other !== null} />
        <Readout curve={shown.curve} seconds={at} unit={unit} />
      </figcaption>
      <div className={chart.plot}>
        <Axes scale={scale} unit={unit} />
        <Lines shown={shown.curve} other={other?.curve ?? null} scale={scale} at={at} />
        <EventMarks curve={shown.curve} scale={scale} />
        <Picker {...{ curve: shown.curve, name: shown.name, unit, scale, chosen, choose, point }} />
      </div>
      <div className={`soft ${styles.minutes}`} aria-hidden="true">
        {scale.minutes.map((minute) => (
          <span key={minute} style={{ left: `${scale.timeAt(minute * 60) * 100}%` }}>
            {minute}
          </span>
        ))}
      </div>
      <p className={`soft ${styles.under}`} aria-hidden="true">
        {eventIn(shown.curve.events, 'charge')
          ? 'Minutes after the charge'
          : 'Minutes after the first reading'}
      </p>
    </figure>
  )
}

function Legend({ hasOther }: { hasOther: boolean }) {
  return (
    <p className={`row-0-2 figures ${styles.legend}`} aria-hidden="true">
      <span>Beans (BT)</span>
      <span className={styles.ofAir}>Air (ET)</span>
      <span className={styles.ofRate}>Rate of rise (RoR), over 30 seconds</span>
      {hasOther ? <span className={styles.ofOther}>Other batch</span> : null}
    </p>
  )
}

function Readout({ curve, seconds, unit }: { curve: RoastCurve; seconds: number; unit: TemperatureUnit }) {
  const { bean, environment, rate } = valuesAt(curve, seconds)
  return (
    <p className={`row-0-2 figures ${styles.readout}`} aria-hidden="true">
      <span>
        <strong className="strong">{roastTime(seconds)}</strong>
      </span>
      <span>BT {bean === null ? '—' : temperatureText(bean, unit)}</span>
      <span>ET {environment === null ? '—' : temperatureText(environment, unit)}</span>
      <span>RoR {rate === null ? '—' : rateText(rate, unit)}</span>
    </p>
  )
}

function valuesAt(curve: RoastCurve, seconds: number) {
  const index = closestTo(curve.seconds, seconds)
  return {
    bean: curve.bean[index] ?? null,
    environment: curve.environment[index] ?? null,
    rate: rateOfRise(curve)[index] ?? null,
  }
}

/** '9.8 °C/min' */
export function rateText(celsius: number, unit: TemperatureUnit): string {
  return `${rateInUnit(celsius, unit).toFixed(1)}\u00a0°${unit}/min`
}

/** The numbers beside the plot: temperatures at its left, rates of rise at its right. */
function Axes({ scale, unit }: { scale: CurveScale; unit: TemperatureUnit }) {
  return (
    <div aria-hidden="true">
      {scale.temperatures.map(({ value, at }) => (
        <span key={value} className={chart.step} style={{ bottom: `${at * 100}%` }}>
          {value}°
        </span>
      ))}
      {scale.rates.map(({ value, at }) => (
        <span key={value} className={styles.rateStep} style={{ bottom: `${at * 100}%` }}>
          {value}
        </span>
      ))}
      <span className={styles.left}>°{unit}</span>
      <span className={styles.right}>°{unit}/min</span>
    </div>
  )
}

function Lines({
  shown,
  other,
  scale,
  at,
}: {
  shown: RoastCurve
  other: RoastCurve | null
  scale: CurveScale
  at: number
}) {
  const { timeAt, temperatureAt, rateAt } = scale
  const line = ({ seconds }: RoastCurve, values: (number | null)[], valueAt = temperatureAt) =>
    pathOf(seconds, values, timeAt, valueAt)
  return (
    <svg viewBox={`0 0 ${VIEW} ${VIEW}`} preserveAspectRatio="none" aria-hidden="true">
      {scale.temperatures.map(({ value, at: height }) => (
        <path key={value} className={chart.rule} d={`M0 ${VIEW * (1 - height)}H${VIEW}`} />
      ))}
      {other ? (
        <g className={styles.other}>
          <path className={styles.rate} d={line(other, rateOfRise(other), rateAt)} />
          <path className={styles.air} d={line(other, other.environment)} />
          <path className={styles.bean} d={line(other, other.bean)} />
        </g>
      ) : null}
      <path className={styles.rate} d={line(shown, rateOfRise(shown), rateAt)} />
      <path className={styles.air} d={line(shown, shown.environment)} />
      <path className={styles.bean} d={line(shown, shown.bean)} />
      <path className={styles.cursor} d={`M${timeAt(at) * VIEW} 0V${VIEW}`} />
    </svg>
  )
}

/** The usual abbreviations, as in Artisan. The table below the chart has the full names. */
const MARKS: Record<RoastEventKind, string> = {
  charge: 'CHARGE',
  turningPoint: 'TP',
  dryEnd: 'DE',
  firstCrackStart: 'FCs',
  firstCrackEnd: 'FCe',
  secondCrackStart: 'SCs',
  secondCrackEnd: 'SCe',
  drop: 'DROP',
  cool: 'COOL',
}

/** A point and a label for each event, on the line of the bean temperature. Every second label is below its point. */
function EventMarks({ curve: { events }, scale }: { curve: RoastCurve; scale: CurveScale }) {
  const marks = events.flatMap(({ kind, seconds, bean }) =>
    bean === null ? [] : [{ kind, left: scale.timeAt(seconds), bottom: scale.temperatureAt(bean) }],
  )
  return (
    <div aria-hidden="true">
      {marks.map(({ kind, left, bottom }) => (
        <span
          key={kind}
          className={styles.mark}
          data-kind={kind}
          style={{ left: `${left * 100}%`, bottom: `${bottom * 100}%` }}
        >
          <span>{MARKS[kind]}</span>
        </span>
      ))}
    </div>
  )
}

/** An invisible slider over the lines, for keyboards, screen readers and touch. Mouse users can hover instead. */
function Picker({
  curve,
  name,
  unit,
  scale,
  chosen,
  choose,
  point,
}: {
  curve: RoastCurve
  name: string
  unit: TemperatureUnit
  scale: CurveScale
  chosen: number
  choose: (index: number) => void
  point: (index: number | null) => void
}): ReactNode {
  const { seconds, events } = curve
  const at = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const part = (clientX - left) / width
    const start = scale.timeAt(seconds[0]!)
    const end = scale.timeAt(seconds.at(-1)!)
    const wanted = seconds[0]! + ((part - start) / (end - start)) * (seconds.at(-1)! - seconds[0]!)
    return closestTo(seconds, wanted)
  }
  const time = seconds[Math.min(chosen, seconds.length - 1)]!
  const { bean, environment, rate } = valuesAt(curve, time)
  const event = events.find((each) => Math.abs(each.seconds - time) < 2)
  const text = [
    `${roastTime(time)} minutes`,
    ...(event ? [ROAST_EVENT_TEXTS[event.kind]] : []),
    bean === null ? 'no bean temperature' : `beans ${inUnit(bean, unit).toFixed(0)} degrees`,
    ...(environment === null ? [] : [`air ${inUnit(environment, unit).toFixed(0)} degrees`]),
    ...(rate === null ? [] : [`rising ${rateInUnit(rate, unit).toFixed(1)} degrees per minute`]),
  ].join(', ')
  return (
    <input
      type="range"
      className={chart.picker}
      aria-label={`Time in the roast of batch ${name}`}
      aria-valuetext={text}
      min={0}
      max={seconds.length - 1}
      // A step of the arrow keys is about ten seconds.
      step={Math.max(1, Math.round(seconds.length / 70))}
      value={chosen}
      onChange={({ target }) => {
        choose(Number(target.value))
        point(null)
      }}
      onPointerMove={(moved) => point(at(moved))}
      onPointerDown={(pressed) => point(at(pressed))}
      onPointerLeave={() => point(null)}
      onPointerUp={(released) => choose(at(released))}
    />
  )
}
