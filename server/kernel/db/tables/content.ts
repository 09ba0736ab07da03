/** The tables of 002-house.sql and 011-answers.sql: messages and their answers, mail, artists, the menu. */
import type { Generated } from 'kysely'
import type { MailKind } from '#shared/platform/mails/kinds.ts'
import type { MessageProblem } from '#shared/checkout/problems.ts'
import type { artistFields } from '#shared/catalog/resources/artist.ts'
import type { ColumnsOf } from '#shared/platform/resources/described.ts'
import type { Bit } from './shop.ts'

export type Outbox = {
  id: string
  dedupe_key: string
  kind: Generated<MailKind>
  about: Generated<string | null>
  recipient: string
  reply_to: string | null
  subject: string
  body_text: string
  body_html: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  next_at: string
  sent_at: string | null
  is_kept: Generated<Bit>
  problem: string | null
  message_id: string
  created_at: string
}

export type Messages = {
  id: string
  kind: 'contact' | 'wholesale'
  name: string
  email: string
  phone: string
  type_of_business: string
  qty: number
  social: string
  message: string
  outbox_id: string
  status: Generated<'new' | 'answered' | 'closed'>
  note: Generated<string>
  search_text: string
  created_at: string
  /** The order that the message is about. */
  order_id: Generated<string | null>
  /** What is wrong with the order; empty for a question. */
  problem: Generated<MessageProblem | ''>
  /** JSON: the affected lines of the order, each with a quantity. */
  problem_items: Generated<string>
}

export type Answers = {
  message_id: string
  number: number
  text: string
  written_by: string
  outbox_id: string
  created_at: string
}

export type Artists = ColumnsOf<typeof artistFields> & {
  id: string
  version: Generated<number>
  created_at: string
  updated_at: string
  /** 1 from the creation of an artist until its first save. */
  is_draft: Generated<Bit>
}

export type MenuPages = {
  position: number
  file: string
  title: string
  lines: string
}
