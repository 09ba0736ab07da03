/** Sends a bulk change in parts, so that its progress shows and a lost answer loses little. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkAnswer, BulkAnswerRow } from '#shared/platform/api/bulk.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query.ts'
import type { BulkActions } from './actions.ts'

/** Rows in one request. */
const PART = 50

export type SentRow = { _id: string; name: string; version: string }

/** What the button sends: the preview's id, so that a repeated press changes nothing twice. */
export type Press = { id: string; since: string; action: object; rows: SentRow[] }

/** The bulk change that is taken back. `isAgain`: it took one back itself, so that one is done again. */
export type Undone = { of: string; isAgain: boolean }

/** The answers so far. `error`: the rows without an answer were not reached. */
export type Result = { id: string; answers: BulkAnswerRow[]; undone?: Undone; error?: string }

type Of = Pick<BulkActions<never>, 'endpoints' | 'collections'>

/** `progress`: what is being done while the press is running. */
export function usePress({ endpoints, collections }: Of) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<string | null>(null)
  const run = async (work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } finally {
      setProgress(null)
      await refresh(client, ...collections)
    }
  }
  /** @param before the answers of an earlier try, of which those of these rows are replaced */
  const send = (press: Press, before: readonly BulkAnswerRow[] = []) =>
    run(async () => {
      const { id, since, action, rows } = press
      const answers = new Map(before.map((row) => [row._id, row]))
      for (let from = 0; from < rows.length; from += PART) {
        setProgress(`${formatNumber(from)} of ${formatNumber(rows.length)} sent…`)
        const part = rows.slice(from, from + PART).map(({ _id, version }) => ({ _id, version }))
        try {
          const answer = await call(endpoints.apply, { body: { id, since, action, rows: part } })
          for (const row of answer.rows) answers.set(row._id, row)
        } catch (error) {
          for (const row of rows.slice(from)) answers.set(row._id, unsent(row, (error as Error).message))
          return { id, answers: [...answers.values()], error: (error as Error).message }
        }
      }
      return { id, answers: [...answers.values()] }
    })
  /** Takes a bulk change back; repeated, only the rows that are not done. Throws CallError. */
  const undo = (undone: Undone) =>
    run(async () => {
      setProgress(undone.isAgain ? 'Doing it again…' : 'Taking it back…')
      const { id, rows }: BulkAnswer = await call(endpoints.undo, { body: { of: undone.of } })
      return { id, answers: rows, undone }
    })
  return { progress, send, undo }
}

function unsent({ _id, name, version }: SentRow, message: string): BulkAnswerRow {
  return { _id, name, state: 'failed', message, version, changes: [] }
}
