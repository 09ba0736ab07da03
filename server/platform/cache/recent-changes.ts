/** Records recent changes, so that a response can be checked for changes that happened while it was generated. */
import type { Change } from '../shop.ts'

/** A position in the sequence of changes, taken before a response is generated. */
export type Mark = { changes: number; at: number }

const MAX_TAGS = 10_000

/** Counts changes by tag, and by tag with id; stock changes are counted separately. */
export function recentChanges() {
  const lastOfTag = new Map<string, { besidesStock: number; stock: number }>()
  let changes = 0
  let lastBesidesStock = 0
  /** The last change of a tag that names no row. */
  const lastOfAll = new Map<string, number>()
  /** The number of the last change whose tags are no longer recorded. */
  let forgotten = 0

  return {
    mark: (): Mark => ({ changes, at: performance.now() }),

    /** Records a change and returns its tags. */
    note({ tag, id, stock }: Change): string[] {
      changes++
      if (!stock) lastBesidesStock = changes
      if (lastOfTag.size > MAX_TAGS) {
        lastOfTag.clear()
        lastOfAll.clear()
        forgotten = changes
      }
      if (id === undefined) lastOfAll.set(tag, changes)
      const touched = id === undefined ? [tag] : [tag, `${tag}:${id}`]
      for (const name of touched) {
        const last = lastOfTag.get(name) ?? { besidesStock: 0, stock: 0 }
        lastOfTag.set(name, stock ? { ...last, stock: changes } : { ...last, besidesStock: changes })
      }
      return touched
    },

    /** Records that anything may have changed. */
    noteAll(): void {
      forgotten = lastBesidesStock = ++changes
    },

    /** What happened to these tags since `mark`. If there were changes of both kinds, returns 'changed'. */
    since(mark: Mark, tags: readonly string[]): 'changed' | 'stock' | 'nothing' {
      if (mark.changes < forgotten) return 'changed'
      let found: 'stock' | 'nothing' = 'nothing'
      for (const tag of tags) {
        const [table = ''] = tag.split(':')
        if ((lastOfAll.get(table) ?? 0) > mark.changes) return 'changed'
        const last = lastOfTag.get(tag)
        if (last === undefined) continue
        if (last.besidesStock > mark.changes) return 'changed'
        if (last.stock > mark.changes) found = 'stock'
      }
      return found
    },

    /** The ids of the rows with this tag that changed since `mark`, also in stock. Null if they are not known. */
    idsSince(mark: Mark, tag: string): string[] | null {
      if (this.since(mark, [tag]) === 'nothing') return []
      if (mark.changes < forgotten || (lastOfAll.get(tag) ?? 0) > mark.changes) return null
      const ids: string[] = []
      for (const [name, { besidesStock, stock }] of lastOfTag)
        if (name.startsWith(`${tag}:`) && Math.max(besidesStock, stock) > mark.changes)
          ids.push(name.slice(tag.length + 1))
      return ids
    },

    /** Whether only stock has changed since `mark`. */
    isCurrent: (mark: Mark): boolean => mark.changes >= lastBesidesStock,
  }
}
