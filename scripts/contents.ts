import type { Manifest } from '#server/backoffice/backup/archive.ts'
import { counted, plural } from '#shared/kernel/counts.ts'

/** A summary in one or two lines: `Taken 2026-11-21 09:30 UTC: 412 orders, 55 users, …`. */
export function contentsOf({ takenAt, tables, uploads }: Manifest): string {
  const rows = (name: string) => tables[name] ?? 0
  const rest = Object.values(tables).reduce((sum, count) => sum + count, 0)
  const at = `${takenAt.slice(0, 16).replace('T', ' ')} UTC`
  const missing = uploads.missing.length
  return [
    `Taken ${at}: ${counted(rows('orders'), 'order')}, ${counted(rows('users'), 'user')}, ${counted(rows('products'), 'product')}, ` +
      `${counted(rest, 'row')} in all; ${counted(uploads.files, 'picture file')}.`,
    ...(missing > 0
      ? [
          `${counted(missing, 'picture file')} of the shop ${plural(missing, 'was', 'were')} missing from its storage.`,
        ]
      : []),
  ].join('\n  ')
}
