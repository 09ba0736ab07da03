import type { Manifest } from '#server/backup/manifest.ts'

/** In a line or two: `Taken 2026-11-21 09:30 UTC: 412 orders, 55 users, …`. */
export function contentsOf({ takenAt, tables, uploads }: Manifest): string {
  const rows = (name: string) => (tables[name] ?? 0).toLocaleString('en-US')
  const rest = Object.values(tables).reduce((sum, count) => sum + count, 0)
  const at = `${takenAt.slice(0, 16).replace('T', ' ')} UTC`
  const missing = uploads.missing.length
  return [
    `Taken ${at}: ${rows('orders')} orders, ${rows('users')} users, ${rows('products')} products, ` +
      `${rest.toLocaleString('en-US')} rows in all; ${uploads.files.toLocaleString('en-US')} picture files.`,
    ...(missing > 0 ? [`${missing} picture files that the shop names were not in its store.`] : []),
  ].join('\n  ')
}
