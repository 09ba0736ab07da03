/**
 * The columns of a file of accounts: our own names, and those of the customer lists of QuickBooks Online and Desktop (also
 * of its IIF files), Square's customer directory, and company files of Shopify. A file has some of them, in any order.
 */
import {
  readAmount,
  readBills,
  readExempt,
  readHandover,
  readKind,
  readMinimum,
  readPercent,
  readPounds,
  readTerms,
  readTime,
  readWeekdays,
  readWhole,
} from './cells.ts'
import { FileDays } from '../file-days.ts'
import { addressColumns, column, field, other, printedColumns, yes, type Column } from './column.ts'

/** A certificate has few days, so each is read alone: the month is first, unless it is above 12. */
const readDay = (cell: string) => new FileDays([cell]).read(cell)

const OF_ACCOUNT: Column[] = [
  column(
    'Account',
    'legalname company companyname companylegalname business businessname organization customer customername customerfullname displayname accountname defaultaddresscompany',
    ['Mosaic Coffee LLC', 'Mosaic Coffee LLC', 'Harbor Market Inc'],
    field('account', 'legalName'),
  ),
  column('Trade name', 'dba doingbusinessas', ['Cafe Mosaic', '', ''], field('account', 'tradeName')),
  column(
    'Kind',
    'kindofbusiness businesstype companytype customertype ctype',
    ['Cafe', '', 'Grocer'],
    field('account', 'kind', readKind),
  ),
  column(
    'Email for bills',
    'billingemail invoiceemail apemail accountspayableemail billemail',
    ['bills@mosaic.example', '', 'ap@harbor.example'],
    field('account', 'billingEmail'),
  ),
  column(
    'Phone',
    'mainphone phonenumber phonenumbers phone1 telephone billingphone locationphone mobile defaultaddressphone',
    ['703 555 0100', '', '703 555 0110'],
    field('account', 'phone'),
  ),
  column('Website', 'web url', ['', '', 'https://harbor.example'], field('account', 'website')),
  ...addressColumns(
    'account',
    'Billing',
    ['billing', 'billingaddress', 'bill', 'billto', 'billaddress', 'locationbilling', 'defaultaddress', ''],
    [
      ['120 Church Street NE', '', '12 King Street'],
      ['Suite 2', '', ''],
      ['Vienna', '', 'Alexandria'],
      ['VA', '', 'Virginia'],
      ['22180', '', '22314'],
    ],
  ),
  column(
    'Terms',
    'paymentterms paymentterm term locationpaymentterms paymenttermsname',
    ['Net 30', '', 'Due on receipt'],
    (facts, cell) => {
      const { terms, netDays } = readTerms(cell)
      field('account', 'netDays', () => netDays)(facts, cell)
      facts.account.terms = terms
    },
  ),
  column(
    'Invoices',
    'billingcycle invoicefrequency',
    ['Each delivery', '', 'Weekly'],
    field('account', 'bills', readBills),
  ),
  column('Orders need a PO number', 'porequired', ['no', '', 'yes'], yes('account', 'poRequired')),
  column('Price list', 'pricelevel pricetier pricebook catalog locationcatalogs', [], other('priceList')),
  column(
    'Percent off',
    'percentofftheretailprice wholesalediscount discount discountpercent',
    ['30', '', '25'],
    field('account', 'percentOff', readPercent),
  ),
  column('Smallest order', 'minimumorder minimum', ['20 lb', '', '$150'], (facts, cell) => {
    Object.assign(facts.account, readMinimum(cell))
  }),
  column(
    'Promised for a month',
    'poundspermonth monthlypounds expectedpounds',
    ['200 lb'],
    field('account', 'promised', readPounds),
  ),
  column('Credit limit', 'limit', ['$2,500'], (facts, cell) => {
    const dollars = readAmount(cell)
    field('account', 'creditLimit', () => dollars || null)(facts, cell)
    facts.account.credit = dollars === 0 ? 'none' : 'amount'
  }),
  column(
    'Notes',
    'note memo notepad comments customernotes',
    ['', '', 'Closed in January'],
    field('account', 'notes'),
  ),
]

const OF_LOCATION: Column[] = [
  column(
    'Location',
    'locationname shiptoname branch site',
    ['Church Street', 'Maple Avenue', ''],
    field('location', 'name'),
  ),
  column(
    'Recipient',
    'shippingname locationshippingrecipient shippingrecipient deliverto attention',
    ['', '', 'Receiving'],
    field('location', 'recipient'),
  ),
  column(
    'Delivery phone',
    'shippingphone shipphone locationshippingphone',
    ['', '703 555 0101', ''],
    field('location', 'phone'),
  ),
  ...addressColumns(
    'location',
    'Delivery',
    [
      'delivery',
      'deliveryaddress',
      'shipping',
      'shippingaddress',
      'ship',
      'shipto',
      'shipaddress',
      'locationshipping',
      'locationaddress',
    ],
    [
      ['120 Church Street NE', '320 Maple Avenue E', ''],
      ['Suite 2', '', ''],
      ['Vienna', 'Vienna', ''],
      ['VA', 'VA', ''],
      ['22180', '22180', ''],
    ],
  ),
  column(
    'Note for the driver',
    'deliveryinstructions deliverynotes shippinginstructions doornote',
    ['Back door'],
    field('location', 'doorNote'),
  ),
  column('Receives from', '', ['7:00', '', '8:00'], field('location', 'receivesFrom', readTime)),
  column('Receives until', 'receivesto', ['11:00'], field('location', 'receivesTo', readTime)),
  column(
    'Delivered by',
    'handover deliverymethod shippingmethod shipvia',
    ['Own van', 'Own van', 'Parcel'],
    field('location', 'handover', readHandover),
  ),
  column(
    'Delivery days',
    'deliveryday routeday routedays',
    ['Tue, Thu', 'Thu', ''],
    field('location', 'weekdays', readWeekdays),
  ),
  column(
    'Order days before',
    'cutoffdays leaddays',
    ['2', '2', ''],
    field('location', 'cutoffDays', readWhole),
  ),
  column('Order until', 'cutofftime', ['12:00', '12:00', ''], field('location', 'cutoffTime', readTime)),
]

const OF_PERSON: Column[] = [
  column(
    'Buyer',
    'buyername contact contactname contactperson primarycontact maincontact cont1 fullname locationcustomername',
    ['Maria Mosaic', 'Ben Barista', 'Hana Harbor'],
    field('person', 'name'),
  ),
  column(
    'Buyer email',
    'contactemail customeremail primarycontactemail maincontactcustomeremail locationcustomeremail',
    ['maria@mosaic.example', 'ben@mosaic.example', 'hana@harbor.example'],
    field('person', 'email'),
  ),
  column('May order', '', ['yes', 'yes', 'yes'], yes('person', 'mayOrder')),
  column('May see invoices', '', ['yes', 'no', 'yes'], yes('person', 'mayInvoices')),
  column('May pay', '', ['yes', 'no', 'yes'], yes('person', 'mayPay')),
  column(
    'May manage people',
    'maymanagepeopleandlocations',
    ['yes', 'no', 'yes'],
    yes('person', 'mayPeople'),
  ),
]

const OF_CERTIFICATE: Column[] = [
  column('Tax exempt', 'exempt salestaxcode taxcode locationtaxexempt', ['yes', '', 'no'], (facts, cell) => {
    facts.other.exempt = readExempt(cell) ? 'yes' : 'no'
  }),
  column('Certificate form', 'exemptionform', ['ST-10'], other('form')),
  column(
    'Resale number',
    'resalenum resaleno resalecertificate resalecertificatenumber certificatenumber taxregistrationid locationtaxid taxid taxexemptnumber taxexemptionnumber exemptionnumber salestaxnumber',
    ['10-123456789F-001'],
    field('certificate', 'number'),
  ),
  column('Certificate holder', '', ['Mosaic Coffee LLC'], field('certificate', 'holder')),
  column(
    'Certificate address',
    '',
    ['120 Church Street NE, Vienna, VA 22180'],
    field('certificate', 'address'),
  ),
  column('Certificate goods', 'kindofgoods', ['Roasted coffee for resale'], field('certificate', 'goods')),
  column('Certificate signed by', '', ['Maria Mosaic'], field('certificate', 'signedBy')),
  column(
    'Certificate date',
    'certificatesignedon',
    ['11/02/2026'],
    field('certificate', 'signedOn', readDay),
  ),
  column(
    'Certificate valid until',
    'certificateexpiry certificateexpires certificateexpiration exemptionexpires resaleexpires resalecertificateexpiration taxexemptexpiration',
    ['12/31/2028'],
    field('certificate', 'expiresOn', readDay),
  ),
]

/** Names that can mean an account or a person, and an email for both, are used if no other column says it. */
const OF_EITHER: Column[] = [
  column('Name', '', null, other('name')),
  column('Email', 'emailaddress mainemail primaryemail', null, other('email')),
  column('First name', '', null, other('firstName')),
  column('Last name', '', null, other('lastName')),
  ...printedColumns('account', 'Bill to', 'baddr'),
  ...printedColumns('location', 'Ship to', 'saddr'),
]

/** By their names. */
export const ACCOUNT_COLUMNS: Readonly<Record<string, Column>> = Object.fromEntries(
  [...OF_ACCOUNT, ...OF_LOCATION, ...OF_PERSON, ...OF_CERTIFICATE, ...OF_EITHER].map((each) => [
    each.name,
    each,
  ]),
)
