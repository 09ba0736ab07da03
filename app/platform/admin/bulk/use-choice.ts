/** Which rows of a list are chosen for a bulk change. */
import { useEffect, useState } from 'react'
import { announce } from '../../ui/live-region.tsx'

/** The choice as the preview takes it. */
export type Wanted<Filter> = { ids: string[] } | { filter: Filter; except: string[] }

export type BulkChoice<Filter> = {
  count: number
  /** The rows that match the filters, on all pages. */
  total: number
  isAll: boolean
  has: (id: string) => boolean
  set: (ids: readonly string[], isChosen: boolean) => void
  /** How many rows of the page are chosen. */
  page: 'none' | 'some' | 'all'
  togglePage: () => void
  chooseAll: () => void
  /** Chooses exactly these rows. */
  choose: (ids: readonly string[]) => void
  wanted: Wanted<Filter>
}

type Chosen = { ids: ReadonlySet<string>; all: { filter: string; except: ReadonlySet<string> } | null }

const NONE: Chosen = { ids: new Set(), all: null }
/** Nothing is chosen, because the filters have changed. */
const ENDED: Chosen = { ...NONE }

/**
 * Rows stay chosen when the page, the order or the filters change. But *all that match* means the filters at the press, so
 * nothing is chosen after a change of the filters.
 * @param rows the ids on the page
 */
export function useBulkChoice<Filter extends object>(
  rows: readonly string[],
  total: number,
  filter: Filter,
): BulkChoice<Filter> {
  const [chosen, setChosen] = useState(NONE)
  const key = JSON.stringify(filter)
  const isOutdated = chosen.all !== null && chosen.all.filter !== key
  if (isOutdated) setChosen(ENDED)
  useEffect(() => {
    if (chosen === ENDED) announce('Nothing is chosen anymore, because the filters have changed')
  }, [chosen])
  const { ids, all } = isOutdated ? ENDED : chosen
  const has = (id: string) => (all ? !all.except.has(id) : ids.has(id))
  const set = (changed: readonly string[], isChosen: boolean) => {
    const next = new Set(all ? all.except : ids)
    for (const id of changed)
      if (isChosen === (all === null)) next.add(id)
      else next.delete(id)
    setChosen(all ? { ids, all: { ...all, except: next } } : { ids: next, all: null })
  }
  const onPage = rows.filter(has).length
  return {
    count: all ? Math.max(0, total - all.except.size) : ids.size,
    total,
    isAll: all !== null,
    has,
    set,
    page: onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some',
    togglePage: () => set(rows, onPage < rows.length),
    chooseAll: () => setChosen({ ids: new Set(), all: { filter: key, except: new Set() } }),
    choose: (wanted) => setChosen({ ids: new Set(wanted), all: null }),
    wanted: all ? { filter, except: [...all.except] } : { ids: [...ids] },
  }
}
