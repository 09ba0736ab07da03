/**
 * The differences between two addresses that matter for the delivery. "Did you mean" is shown only for these.
 * The abbreviations are those of USPS Publication 28: appendix C1 (streets), B (directions) and C2 (units).
 */
import type { Address } from './address.ts'

/** A part of an address in which two addresses differ. */
export type AddressPart = 'number' | 'street' | 'unit' | 'city' | 'state' | 'zip'

/** Each abbreviation, followed by the spellings that mean the same. */
const streetWords =
  'ALY ALLEY ALLEE ALLY,ANX ANNEX,ARC ARCADE,AVE AVENUE AV AVEN AVENU AVN AVNUE,BCH BEACH,BND BEND,BLF BLUFF,' +
  'BLVD BOULEVARD BOUL BOULV,BR BRANCH,BRG BRIDGE,BRK BROOK,BYP BYPASS,CYN CANYON,CSWY CAUSEWAY,CTR CENTER CENTRE,' +
  'CIR CIRCLE CIRC CRCL,CLB CLUB,COR CORNER,CORS CORNERS,CT COURT CRT,CTS COURTS,CV COVE,CRK CREEK,CRES CRESCENT,' +
  'XING CROSSING,DL DALE,DR DRIVE DRV DRIV,EST ESTATE,ESTS ESTATES,EXPY EXPRESSWAY,EXT EXTENSION,FLS FALLS,FRY FERRY,' +
  'FLD FIELD,FLDS FIELDS,FLT FLAT,FRD FORD,FRST FOREST,FRK FORK,FT FORT,FWY FREEWAY,GDN GARDEN,GDNS GARDENS,' +
  'GTWY GATEWAY,GLN GLEN,GRN GREEN,GRV GROVE,HBR HARBOR,HVN HAVEN,HTS HEIGHTS,HWY HIGHWAY HIWAY,HL HILL,HLS HILLS,' +
  'HOLW HOLLOW,IS ISLAND,JCT JUNCTION,KNL KNOLL,LK LAKE,LKS LAKES,LNDG LANDING,LN LANE,LDG LODGE,LOOP LOOPS,MNR MANOR,' +
  'MDW MEADOW,MDWS MEADOWS,ML MILL,MLS MILLS,MT MOUNT,MTN MOUNTAIN,NCK NECK,ORCH ORCHARD,PARK PARKS,' +
  'PKWY PARKWAY PKWAY PKY,PASS PASSES,PNE PINE,PNES PINES,PL PLACE,PLN PLAIN,PLNS PLAINS,PLZ PLAZA,PT POINT,PRT PORT,' +
  'PR PRAIRIE,RNCH RANCH,RPDS RAPIDS,RST REST,RDG RIDGE,RIV RIVER,RD ROAD,RDS ROADS,RTE ROUTE,SHR SHORE,SPG SPRING,' +
  'SPGS SPRINGS,SQ SQUARE SQR SQU,STA STATION,STRM STREAM,ST STREET STR STRT SAINT,STE SAINTE,SMT SUMMIT,TER TERRACE TERR,TRCE TRACE,' +
  'TRAK TRACK,TRFY TRAFFICWAY,TRL TRAIL,TUNL TUNNEL,TPKE TURNPIKE TRNPK,UN UNION,VLY VALLEY,VW VIEW,VLG VILLAGE,' +
  'VL VILLE,VIS VISTA,WAY WY,WLS WELLS,1ST FIRST,2ND SECOND,3RD THIRD,4TH FOURTH,5TH FIFTH,6TH SIXTH,7TH SEVENTH,' +
  '8TH EIGHTH,9TH NINTH,10TH TENTH'
const directions = 'N NORTH,S SOUTH,E EAST,W WEST,NE NORTHEAST,NW NORTHWEST,SE SOUTHEAST,SW SOUTHWEST'
/** These words name a unit, and mean the same: `Apt 4`, `Unit 4`, `Suite 4` and `# 4`. */
const sameUnits = '# APT APARTMENT UNIT STE SUITE NO NUM'
/** These words also name a unit, but are not interchangeable: floor 2 is not apartment 2. */
const otherUnits =
  'BLDG BUILDING,DEPT DEPARTMENT,FL FLOOR FLR,HNGR HANGAR,LOT LOTS,PH PENTHOUSE,RM ROOM,SPC SPACE,TRLR TRAILER'

const words = new Map(
  `${streetWords},${directions}`.split(',').flatMap((entry) => {
    const [short = '', ...spellings] = entry.split(' ')
    return spellings.map((spelling) => [spelling, short] as const)
  }),
)
const units = new Map(
  `${sameUnits},${otherUnits}`.split(',').flatMap((entry) => {
    const [short = '', ...spellings] = entry.split(' ')
    return [short, ...spellings].map((spelling) => [spelling, short] as const)
  }),
)

/**
 * The parts in which a suggested address differs from a typed one so much that it can be another place. Ignores upper
 * and lower case, punctuation, the abbreviations of USPS, the line on which a unit is, and the last four digits of a
 * ZIP code. Also ignores a unit that only the typed address has, because many services do not know units.
 */
export function relevantDifferences(typed: Address, suggested: Address): AddressPart[] {
  const [one, other] = [partsOf(typed), partsOf(suggested)]
  const parts: AddressPart[] = ['number', 'street', 'unit', 'city', 'state', 'zip']
  return parts.filter((part) => one[part] !== other[part] && !(part === 'unit' && other.unit === ''))
}

/** Whether two addresses are of the same building: there is no relevant difference, except for the unit. */
export function isSameBuilding(one: Address, other: Address): boolean {
  return relevantDifferences(one, other).every((part) => part === 'unit')
}

/** Whether two addresses are the same place, even if they are spelled differently. */
export function isSameAddress(one: Address, other: Address): boolean {
  return relevantDifferences(one, other).length + relevantDifferences(other, one).length === 0
}

/** The suggested address with the unit of the typed one, if the suggestion has none. */
export function withUnitOf(typed: Address, suggested: Address): Address {
  if (partsOf(typed).unit === '' || partsOf(suggested).unit !== '') return suggested
  return { ...suggested, address2: typed.address2 || unitTextOf(typed.address) }
}

/** The end of a line from the word that names a unit: `Apt 4`. */
function unitTextOf(line: string): string {
  const typed = line.split(/[\s,]+|(?=#)/).filter(Boolean)
  const plain = typed.map((word) => wordsOf(word)[0] ?? '')
  const at = unitIndex(plain)
  return at < 0 ? '' : typed.slice(at).join(' ').replace('# ', '#')
}

/** The position of the word that names a unit; -1 if there is none. */
function unitIndex(line: string[]): number {
  return line.findIndex((word, index) => index > 0 && units.has(word) && !isName(word, index))
}

function partsOf({ address, address2, city, state, postalCode }: Address): Record<AddressPart, string> {
  const first = wordsOf(address)
  const at = unitIndex(first)
  const street = at < 0 ? first : first.slice(0, at)
  const number = /\d/.test(street[0] ?? '') ? street[0]! : ''
  const unit = [...(at < 0 ? [] : first.slice(at)), ...wordsOf(address2)]
  return {
    number,
    street: spelled(number ? street.slice(1) : street),
    unit: unitOf(unit),
    city: spelled(wordsOf(city)),
    state: state.trim().toUpperCase(),
    zip: postalCode.trim().slice(0, 5),
  }
}

/**
 * `Ste` also means Sainte, and some names begin with `No`. So directly after the house number, they belong to the
 * street.
 */
function isName(word: string, index: number): boolean {
  return index === 1 && (word === 'STE' || word === 'NO')
}

function unitOf(line: string[]): string {
  const named = line.map((word) => units.get(word) ?? words.get(word) ?? word)
  // A word such as `Apt` without a number is not a unit, except for a penthouse.
  const hasNumber = named.some((word) => !units.has(word))
  return named
    .filter((word) => word !== '#')
    .filter((word) => hasNumber || word === 'PH')
    .join(' ')
}

function spelled(line: string[]): string {
  return line.map((word) => words.get(word) ?? word).join(' ')
}

/** Words in upper case, without accents and punctuation. `#4` is two words; `P.O.` and `O'Neill` are one. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}.'’]/gu, '')
    .replace(/#/g, ' # ')
    .toUpperCase()
    .split(/[^\p{L}\p{N}#]+/u)
    .filter(Boolean)
}
