/**
 * *Find your coffee*: four questions, and the two coffees that fit the answers. The answers stand in the address, so that
 * everyone who opens it gets the same coffees.
 */
import type { FLAVORS, USES } from '#shared/kernel/categories.ts'

type Flavor = (typeof FLAVORS)[number]
type Use = (typeof USES)[number]

type Option = { value: string; label: string }
/** A question; an empty answer means that the buyer does not mind. */
type Question = { title: string; any: string; options: readonly Option[] }

/** The roasting level, 1 to 5, that suits a brewer, what `bestFor` of a coffee says for it, and its name in a sentence. */
type Brewer = Option & { ideal: number; use: Use; name: string }

export const BREWERS: readonly Brewer[] = [
  { value: 'pour-over', label: 'V60 or Chemex', ideal: 2, use: 'Filter', name: 'pour over' },
  { value: 'drip', label: 'Drip machine', ideal: 2.5, use: 'Filter', name: 'a drip machine' },
  { value: 'aeropress', label: 'AeroPress', ideal: 2.5, use: 'Filter', name: 'an AeroPress' },
  { value: 'press', label: 'French press', ideal: 3, use: 'Filter', name: 'a French press' },
  { value: 'moka', label: 'Moka pot', ideal: 3.7, use: 'Espresso', name: 'a moka pot' },
  { value: 'espresso', label: 'Espresso machine', ideal: 3.5, use: 'Espresso', name: 'espresso' },
  { value: 'cold-brew', label: 'Cold brew', ideal: 3.3, use: 'Cold brew', name: 'cold brew' },
]

const MILKS: readonly Option[] = [
  { value: 'black', label: 'Black' },
  { value: 'milk', label: 'With milk' },
]

type Taste = Option & { families: readonly Flavor[]; name: string }

export const TASTES: readonly Taste[] = [
  { value: 'fruit', label: 'Fruit and flowers', families: ['Fruit', 'Floral'], name: 'fruit and flowers' },
  {
    value: 'chocolate',
    label: 'Chocolate and nuts',
    families: ['Chocolate', 'Nut'],
    name: 'chocolate and nuts',
  },
  { value: 'caramel', label: 'Caramel', families: ['Caramel'], name: 'caramel' },
  { value: 'spice', label: 'Spice', families: ['Spice'], name: 'spice' },
]

type Roast = Option & { level: number }

export const ROAST_ANSWERS: readonly Roast[] = [
  { value: 'light', label: 'Light', level: 1.8 },
  { value: 'medium', label: 'Medium', level: 3 },
  { value: 'dark', label: 'Dark', level: 4.4 },
]

export const QUESTIONS = {
  brewer: { title: 'What do you brew with?', any: 'Something else', options: BREWERS },
  milk: { title: 'Black, or with milk?', any: 'Both', options: MILKS },
  taste: { title: 'What do you like to taste?', any: 'Surprise me', options: TASTES },
  roast: { title: 'How dark?', any: 'I don’t mind', options: ROAST_ANSWERS },
} as const satisfies Record<string, Question>

export type QuestionName = keyof typeof QUESTIONS
export const QUESTION_NAMES = Object.keys(QUESTIONS) as QuestionName[]

/** The value of each answer, or '' without one. */
export type Answers = Record<QuestionName, string>

/** Reads the answers of an address. Unknown ones count as not given. */
export function readAnswers(query: URLSearchParams): Answers {
  const answer = (name: QuestionName) => {
    const value = query.get(name) ?? ''
    return QUESTIONS[name].options.some((option) => option.value === value) ? value : ''
  }
  return { brewer: answer('brewer'), milk: answer('milk'), taste: answer('taste'), roast: answer('roast') }
}

export type Asked = { answers: Answers; isDecaf: boolean }

/** What an address asks for; null without any answer, which is the page with the questions only. */
export function readAsked(query: URLSearchParams): Asked | null {
  if (!QUESTION_NAMES.some((name) => query.has(name))) return null
  return { answers: readAnswers(query), isDecaf: query.get('decaf') === '1' }
}

/** 'brewer=moka&milk=milk&taste=&roast=': always all four, so that an address with results differs from the first page. */
export function answersQuery(answers: Answers, isDecaf = false): string {
  const named = QUESTION_NAMES.map((name) => `${name}=${answers[name]}`)
  return [...named, ...(isDecaf ? ['decaf=1'] : [])].join('&')
}

/** The sentence about answers that no coffee can fit at once; null if they fit. */
export function contradiction({ brewer, milk, taste, roast }: Answers): string | null {
  if (
    milk === 'milk' &&
    (roast === 'light' || taste === 'fruit') &&
    !(roast === 'dark' || roast === 'medium')
  )
    return 'Milk covers what is light and fruity, and can turn it sour. These come nearest; a darker roast tastes rounder in milk.'
  if (roast === 'dark' && taste === 'fruit')
    return 'A dark roast loses most of its fruit. These come nearest.'
  if (roast === 'light' && (brewer === 'espresso' || brewer === 'moka'))
    return 'A light roast tastes sharp as espresso. These come nearest.'
  return null
}

/** The filters of the shop that come nearest to the answers, for everyone who wants to look around: '?flavor=fruit,floral'. */
export function shopQuery({ taste, roast }: Answers): string {
  const families = TASTES.find(({ value }) => value === taste)?.families ?? []
  const roasts = { light: 'light,medium-light', medium: 'medium', dark: 'medium-dark,dark' }[roast]
  const parts = [
    ...(roasts ? [`roast=${roasts}`] : []),
    ...(families.length > 0 ? [`flavor=${families.map((family) => family.toLowerCase()).join(',')}`] : []),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
