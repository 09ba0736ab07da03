/** Logs of Artisan for tests. */

/** The readings of a roast with all events: charge at 30 seconds, drop at 630, one reading per second. */
export function roastReadings(): {
  timex: number[]
  temp1: number[]
  temp2: number[]
  timeindex: number[]
} {
  const timex = Array.from({ length: 700 }, (_, index) => index + 0.25)
  return {
    timex,
    temp1: timex.map((_, index) => tenths(170 + Math.min(index, 600) / 12)),
    temp2: timex.map((_, index) => tenths(beanAt(index - 30))),
    timeindex: [30, 270, 510, 570, 0, 0, 630, 690],
  }
}

/** The bean temperature some seconds after the charge: it falls to 90 degrees in 75 seconds, and then rises. */
function beanAt(seconds: number): number {
  if (seconds < 0) return 195
  return seconds <= 75
    ? 195 - 105 * Math.sqrt(seconds / 75)
    : 90 + 118 * (1 - Math.exp(-(seconds - 75) / 300))
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** An .alog file as Artisan writes it: the `repr` of a dictionary. Its weights are those of `batchOf`. */
export function alogOf(fields: Record<string, unknown> = {}): string {
  const log = {
    recording_version: '3.1.0',
    mode: 'C',
    title: "Guatemala \u201eLa Esperanza\u201c, Olive's roast",
    roastertype: 'Probat P12',
    viewerMode: false,
    weight: [10, 8.5, 'Kg'],
    beans: null,
    specialevents: [40, 300],
    specialeventsStrings: ['Gas 60', 'C:\\roasts\nlow'],
    ...roastReadings(),
    extradevices: [25],
    extratemp1: [[1e-3, Number.NaN, Number.POSITIVE_INFINITY, -1]],
    computed: { CHARGE_ET: 172.5, TP_idx: 105 },
    ...fields,
  }
  return python(log)
}

/** A value as `repr` of Python writes it. */
function python(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return 'nan'
    if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
    return String(value)
  }
  if (typeof value === 'string') return pythonText(value)
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`
  const entries = Object.entries(value).map(([key, each]) => `${pythonText(key)}: ${python(each)}`)
  return `{${entries.join(', ')}}`
}

function pythonText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll(quote, `\\${quote}`)
  return `${quote}${escaped}${quote}`
}
