/** What staff decide when they approve an application: one form with terms, delivery and the mail. */
import { longText } from '#shared/platform/resources/kinds.ts'
import { companyFields } from './company.ts'
import { tick } from './fields.ts'
import { deliveryFields } from './location.ts'

const {
  terms,
  netDays,
  bills,
  priceList,
  percentOff,
  minimum,
  minimumValue,
  poRequired,
  credit,
  creditLimit,
} = companyFields
const { handover, weekdays, cutoffDays, cutoffTime } = deliveryFields

export const approvalFields = {
  terms,
  netDays,
  bills: { ...bills, onlyWhen: { field: 'terms', isNot: 'prepaid', problem: 'Only for terms' } },
  credit: { ...credit, onlyWhen: { field: 'terms', isNot: 'prepaid', problem: 'Only for terms' } },
  creditLimit,
  priceList,
  percentOff,
  minimum,
  minimumValue,
  poRequired,
  handover,
  weekdays,
  cutoffDays,
  cutoffTime,
  isCertificateChecked: tick('I have seen the certificate, and it is as described', {
    column: 'is_certificate_checked',
    hint: 'Without this, all orders are taxed until you accept it on the page of the account',
  }),
  text: longText('Email to the applicant', {
    column: 'text',
    max: 5000,
    rows: 12,
    hint: 'A button to join, the terms and the delivery days are added below',
  }),
}
