/** The results of the campaigns as a table. */

export type Database = 'sqlite' | 'postgres'

export type Result = {
  campaign: string
  database: Database
  trials: number
  violations: string[]
  seconds: number
  note?: string
}

export function toTable(results: Result[]): string {
  const rows = [
    ['campaign', 'database', 'trials', 'violations', 'seconds'],
    ...results.map(({ campaign, database, trials, violations, seconds }) => [
      campaign,
      database,
      String(trials),
      String(violations.length),
      seconds.toFixed(1),
    ]),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
  const notes = results.flatMap(({ campaign, database, note }) =>
    note ? [`\n  ${campaign}, ${database}: ${note}`] : [],
  )
  return rows.map((row) => `  ${line(row).trimEnd()}\n`).join('') + notes.join('')
}
