/** The sandbox's vault: approvals (setup tokens) and saved payment methods (payment tokens). */
import type { Issue } from './issues.ts'
import { openJournal, readJournal } from './journal.ts'

/**
 * What PayPal does with the next charges of a saved payment method: accept them, hold them for review, or decline them
 * with an issue.
 */
export type NextCharges = 'accept' | 'pending' | Issue

export type StoredToken = {
  kind: 'token'
  id: string
  customerId: string
  /** Milliseconds since 1970, like all times here. */
  createdAt: number
  requestId: string | null
  /** The order whose payment saved the method; null if it was saved without a purchase. */
  orderId: string | null
  /** The name of the shop. */
  brand: string
  next: NextCharges
  deletedAt: number | null
  /** The declined requests, so that a repeated request gets the same result. */
  declined: [requestId: string, issue: Issue][]
}

export type StoredSetup = {
  kind: 'setup'
  id: string
  customerId: string
  createdAt: number
  requestId: string | null
  brand: string
  returnUrl: string
  isApproved: boolean
  /** The payment token that was created from this setup token. */
  tokenId: string | null
}

type Stored = StoredToken | StoredSetup

/** A setup token can be approved for this long (PayPal: three days). */
const SETUP_LIFETIME_MS = 3 * 24 * 3_600_000

export type VaultStore = ReturnType<typeof openVault>

/** Stores the vault in memory and, with a `file`, also in a journal. */
export function openVault(file: string | null, now: () => number) {
  const records = new Map<string, Stored>()
  if (file !== null) for (const record of readJournal<Stored>(file)) records.set(record.id, record)
  const journal = file === null ? null : openJournal(file, [...records.values()])
  const all = () => [...records.values()]

  return {
    /** Null for an unknown or deleted token. */
    token(id: string): StoredToken | null {
      const found = records.get(id)
      return found?.kind === 'token' && found.deletedAt === null ? found : null
    },
    /** Null for an unknown or expired setup token. */
    setup(id: string): StoredSetup | null {
      const found = records.get(id)
      if (found?.kind !== 'setup') return null
      return found.isApproved || now() - found.createdAt < SETUP_LIFETIME_MS ? found : null
    },
    findByRequestId<Kind extends Stored['kind']>(kind: Kind, requestId: string | null) {
      if (requestId === null) return null
      const found = all().find((record) => record.kind === kind && record.requestId === requestId)
      return (found ?? null) as Extract<Stored, { kind: Kind }> | null
    },
    /** The tokens that are not deleted, the newest first. */
    tokens: (): StoredToken[] =>
      all()
        .filter((record) => record.kind === 'token')
        .filter(({ deletedAt }) => deletedAt === null)
        .toReversed(),
    add(record: Stored): void {
      journal?.write(record)
      records.set(record.id, record)
    },
    change<R extends Stored>(record: R, fields: Partial<Omit<R, 'id' | 'kind'>>): void {
      journal?.write({ id: record.id, ...fields })
      Object.assign(record, fields)
    },
    close: () => journal?.close(),
  }
}
