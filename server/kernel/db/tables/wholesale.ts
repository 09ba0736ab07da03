/** The tables of wholesale: accounts, their locations, buyers, certificates of resale, and applications. */
import type { Generated } from 'kysely'
import type { Bit, Versioned } from '../table.ts'

type PostalAddress = {
  address: string
  address2: Generated<string>
  city: string
  state: string
  postal_code: string
  country: string
}

export type Companies = Versioned &
  PostalAddress & {
    legal_name: string
    trade_name: Generated<string>
    kind: 'cafe' | 'grocer' | 'office' | 'restaurant' | 'other'
    billing_email: string
    phone: Generated<string>
    website: Generated<string>
    status: Generated<'review' | 'approved' | 'hold' | 'closed'>
    terms: Generated<'prepaid' | 'receipt' | 'net'>
    net_days: Generated<number>
    credit: Generated<'none' | 'amount' | 'unlimited'>
    credit_cents: Generated<number>
    over_credit: Generated<'warn' | 'prepaid' | 'block'>
    /** Null: never on hold by itself. */
    hold_after_days: Generated<number | null>
    exempt_until: Generated<string | null>
    price_list_id: Generated<string | null>
    percent_off: Generated<number | null>
    minimum: Generated<'none' | 'grams' | 'cents'>
    minimum_value: Generated<number>
    po_required: Generated<Bit>
    /** Per month. */
    promised_grams: Generated<number>
    bills: Generated<'delivery' | 'weekly' | 'monthly'>
    online_pay: Generated<Bit>
    hold_reason: Generated<string>
    notes: Generated<string>
    search_text: string
  }

export type Locations = Versioned &
  PostalAddress & {
    company_id: string
    name: string
    recipient: string
    phone: Generated<string>
    door_note: Generated<string>
    /** HH:MM, or empty. */
    receives_from: Generated<string>
    receives_to: Generated<string>
    handover: Generated<'van' | 'pickup' | 'parcel'>
    /** From 1 (Monday) to 7, such as '2,4'. */
    weekdays: Generated<string>
    cutoff_days: Generated<number>
    cutoff_time: Generated<string>
    minimum: Generated<'account' | 'none' | 'grams' | 'cents'>
    minimum_value: Generated<number>
    is_active: Generated<Bit>
  }

export type Buyers = Versioned & {
  company_id: string
  user_id: string | null
  email: string
  name: string
  may_order: Generated<Bit>
  may_invoices: Generated<Bit>
  may_pay: Generated<Bit>
  may_people: Generated<Bit>
  mails_orders: Generated<Bit>
  mails_invoices: Generated<Bit>
  mails_statements: Generated<Bit>
  mails_weekly: Generated<Bit>
  /** Grows with each invitation. Only the link in the last mail works. */
  turn: Generated<number>
  invited_at: string
  removed_at: Generated<string | null>
}

export type Certificates = Versioned & {
  company_id: string
  form: string
  number: Generated<string>
  holder: Generated<string>
  address: Generated<string>
  goods: Generated<string>
  /** JSON list of categories of products. */
  covers: Generated<string>
  signed_by: Generated<string>
  signed_on: Generated<string | null>
  /** Null: valid until notice. */
  expires_on: Generated<string | null>
  /** The id in `certificate_files`. */
  file: Generated<string | null>
  state: Generated<'waiting' | 'valid' | 'refused' | 'revoked'>
  received_at: string
  checked_by: Generated<string | null>
  checked_at: Generated<string | null>
  ended_at: Generated<string | null>
  told_before: Generated<Bit>
  told_on_day: Generated<Bit>
}

/** The papers of certificates: of an account, or of an application until it is approved. */
export type CertificateFiles = {
  id: string
  company_id: string | null
  application_id: string | null
  name: string
  kind: 'pdf' | 'jpeg'
  bytes: number
  added_by: string
  created_at: string
}

/** The content of the papers. */
export type CertificateFileParts = {
  file_id: string
  position: number
  /** Base64. */
  content: string
}

export type Applications = Versioned & {
  message_id: string | null
  token_hash: string | null
  expires_at: string
  state: Generated<'sent' | 'filled' | 'needs' | 'approved' | 'declined'>
  email: string
  name: string
  /** JSON: what the applicant has entered. */
  data: Generated<string>
  asked: Generated<string>
  terms_version: Generated<number | null>
  terms_text: Generated<string | null>
  accepted_name: Generated<string | null>
  accepted_at: Generated<string | null>
  accepted_ip: Generated<string | null>
  company_id: Generated<string | null>
  decided_by: Generated<string | null>
  decided_at: Generated<string | null>
}

export type PriceLists = Versioned & {
  name: string
  percent_off: number | null
  floor_cents: number | null
  /** JSON list of `Break` (shared/wholesale/prices.ts). */
  breaks: Generated<string>
  /** JSON list of `ListedPrice`. */
  prices: Generated<string>
}
