/** What a shop knows about the connections to outside services that owners make on screen. */
import type { ConnectedService } from '#shared/platform/services.ts'
import type { Connector } from '#server/providers/connect.ts'
import type { Stage } from './storage/picture-store.ts'

export type Values = Readonly<Record<string, string>>

export type SavedConnection = {
  id: string
  service: ConnectedService
  version: number
  fields: Values
  /** Null if their key is missing. */
  secrets: Values | null
  endings: Values
  savedBy: string
  savedAt: string
  /** Null for the current one. */
  replacedAt: string | null
}

/** How a service is connected now. */
export type ConnectionState = {
  source: 'environment' | 'screen' | 'none'
  /** The saved connection that counts; null if there is none. */
  saved: SavedConnection | null
  /** Why the service is not connected, although it could be; empty if it is. */
  problem: string
  /** Where the pictures are, if an owner has connected a bucket. */
  stage?: Stage
}

export type Connections = {
  /** Creates clients for credentials. */
  connector: Connector
  /** Reads the saved connections, and replaces the clients of those that have changed. */
  follow: () => Promise<void>
  /** The same here and in the other instances. Call it after the commit. */
  changed: () => Promise<void>
  stateOf: (service: ConnectedService) => ConnectionState
  /** Closes the connections to mail servers that were opened after the start. */
  close: () => Promise<void>
}
