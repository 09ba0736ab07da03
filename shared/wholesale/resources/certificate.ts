/** The fields of a certificate of resale, as they are written on the paper, and what makes it complete. */
import * as z from 'zod/mini'
import { text } from '#shared/platform/resources/kinds.ts'
import { lines } from '#shared/platform/resources/lists.ts'
import { nameKey } from '../name-key.ts'
import { dayOrNone } from './fields.ts'

/** The forms that the shop's state prescribes for resale, governments and non-profits, and those of other states. */
export const CERTIFICATE_FORMS = ['ST-10', 'ST-12', 'ST-13', 'Multistate', 'Other state'] as const

export const certificateFields = {
  form: {
    ...text('Form', { column: 'form', max: 20 }),
    edit: z._default(z.enum(CERTIFICATE_FORMS), 'ST-10'),
    reply: z.string(),
    blank: CERTIFICATE_FORMS[0] as (typeof CERTIFICATE_FORMS)[number],
    store: (form: (typeof CERTIFICATE_FORMS)[number]): string => form,
    load: (stored: string) => stored as (typeof CERTIFICATE_FORMS)[number],
    toForm: (form: (typeof CERTIFICATE_FORMS)[number]): string => form,
    fromForm: (typed: string) => CERTIFICATE_FORMS.find((form) => form === typed) ?? CERTIFICATE_FORMS[0],
    input: { as: 'choice', options: CERTIFICATE_FORMS } as const,
    hint: 'ST-10 is the form of Virginia for goods that are resold',
  },
  holder: text('Holder', { column: 'holder', max: 120, hint: 'The legal name on it' }),
  address: text('Address on it', { column: 'address', max: 200 }),
  number: text('Registration number', { column: 'number', max: 40, hint: 'Of the sales tax account' }),
  goods: text('Kind of goods', { column: 'goods', max: 200, hint: 'Such as roasted coffee for resale' }),
  signedBy: text('Signed by', { column: 'signed_by', max: 100 }),
  signedOn: dayOrNone('Date on it', { column: 'signed_on' }),
  expiresOn: dayOrNone('Valid until', { column: 'expires_on', hint: 'If empty, until notice' }),
  covers: {
    ...lines('Only for these categories', { column: 'covers', max: 60, maxLines: 20, rows: 2 }),
    edit: z._default(z.array(z.string().check(z.trim(), z.maxLength(60))).check(z.maxLength(20)), []),
    hint: 'One per line, exactly as in the products. If empty, all that is resold',
  },
}

/** How the paper of a certificate is sent. */
export const PAPER = { field: 'file', maxFiles: 1, maxBytes: 10_000_000, what: 'file' } as const
/** For the `accept` attribute of a file picker. The server checks the content. */
export const PAPER_TYPES = 'application/pdf,image/jpeg,image/png'

export const certificateFile = z.object({
  /** As the sender called it. */
  name: z.string(),
  kind: z.enum(['pdf', 'jpeg']),
  bytes: z.int(),
})
export type CertificateFile = z.infer<typeof certificateFile>

export type CertificateFacts = {
  form: string
  holder: string
  address: string
  number: string
  goods: string
  signedBy: string
  signedOn: string
  expiresOn: string
}

type CertificateProblem = { field: keyof CertificateFacts; text: string }

/**
 * What is missing or wrong on a certificate; it is complete if this is empty. Virginia requires holder, address,
 * registration number, kind of goods, signature and date, and accepts no incomplete one, neither before nor after the sale
 * (Code of Virginia 58.1-623; 23 VAC 10-210-280). Other states require at least the same.
 * @param legalName the name of the account, which must be the holder
 * @param today the day at the shop
 */
export function certificateProblems(
  facts: CertificateFacts,
  legalName: string,
  today: string,
): CertificateProblem[] {
  const missing = NEEDED.filter(([field]) => facts[field].trim() === '').map(([field, name]) => ({
    field,
    text: `${name} is missing`,
  }))
  return [...missing, ...wrong(facts, legalName, today)]
}

const NEEDED: readonly (readonly [keyof CertificateFacts, string])[] = [
  ['holder', 'The holder'],
  ['address', 'The address'],
  ['number', 'The registration number'],
  ['goods', 'The kind of goods'],
  ['signedBy', 'The signature'],
  ['signedOn', 'The date'],
]

function wrong(facts: CertificateFacts, legalName: string, today: string): CertificateProblem[] {
  const { holder, number, signedOn, expiresOn } = facts
  const problems: (CertificateProblem | false)[] = [
    holder.trim() !== '' &&
      nameKey(holder) !== nameKey(legalName) && {
        field: 'holder',
        text: `The holder is not the legal name of the account, ${legalName}`,
      },
    number.trim() !== '' &&
      number.replace(/\D/g, '').length < 5 && {
        field: 'number',
        text: 'The registration number is too short',
      },
    signedOn > today && { field: 'signedOn', text: 'The date lies in the future' },
    expiresOn !== '' && expiresOn < today && { field: 'expiresOn', text: 'It has expired' },
    expiresOn !== '' &&
      signedOn !== '' &&
      expiresOn < signedOn && { field: 'expiresOn', text: 'It ends before its date' },
  ]
  return problems.filter((problem) => problem !== false)
}
