/**
 * The gift cards with which the buyer wants to pay: their codes and balances, until the tab closes. The server checks them
 * again when the order is placed.
 */
import { useSyncExternalStore } from 'react'
import { giftCards as contract, type HeldCard } from '#shared/checkout/api/gift-cards.ts'
import { MAX_CARDS, problemOfCode, readCode } from '#shared/checkout/gift-cards.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { call, CallError } from '#app/platform/api/call.ts'
import { unpaidOrder } from '#app/platform/cart/placed.ts'
import { loadDraft, saveDraft } from '#app/platform/session/drafts.ts'

export type ChosenCard = { code: string; lastFour: string; balance: number }

const DRAFT = 'gift cards'
const NONE: readonly ChosenCard[] = []

const listeners = new Set<() => void>()
let current: { text: string | null; cards: readonly ChosenCard[] } | undefined

/** The chosen cards, in the order in which they pay. Empty on the server. */
export function useGiftCards(): readonly ChosenCard[] {
  return useSyncExternalStore(subscribe, chosenCards, () => NONE)
}

export function chosenCards(): readonly ChosenCard[] {
  const text = loadDraft(DRAFT)
  if (current?.text !== text) current = { text, cards: parse(text) }
  return current.cards
}

/** Adds the card with a typed code. Throws an error with a message for the buyer. */
export async function addGiftCard(typed: string): Promise<void> {
  const code = readCode(typed)
  if (code === null) throw new Error(problemOfCode(typed) ?? '')
  const cards = chosenCards()
  if (cards.some((card) => card.code === code)) throw new Error('This gift card is already in the list')
  if (cards.length === MAX_CARDS) throw new Error(`Use ${MAX_CARDS} gift cards at most`)
  const card = await call(contract.balance, { body: { code, ...unpaidOrder() } })
  const problem = problemOf(card)
  if (problem) throw new Error(problem)
  write([...chosenCards(), { code, lastFour: card.lastFour, balance: card.balance }])
}

export function removeGiftCard(code: string): void {
  write(chosenCards().filter((card) => card.code !== code))
}

/** Chooses these cards, unless others are chosen. */
export function keepGiftCards(cards: readonly ChosenCard[]): void {
  if (cards.length > 0 && chosenCards().length === 0) write(cards)
}

export function clearGiftCards(): void {
  write(NONE)
}

/** Reads the balances again after the server refused a card. Removes the cards that cannot pay. */
export async function checkGiftCards(): Promise<void> {
  const checked = await Promise.all(
    chosenCards().map(async (card) => {
      try {
        const now = await call(contract.balance, { body: { code: card.code, ...unpaidOrder() } })
        return problemOf(now) ? null : { ...card, balance: now.balance }
      } catch (error) {
        if (error instanceof CallError && error.failure === 404) return null
        throw error
      }
    }),
  )
  write(checked.filter((card) => card !== null))
}

/** The part of a total that the cards pay, in dollars. */
export function paidByCards(cards: readonly ChosenCard[], total: number): number {
  const cents = cards.reduce((sum, { balance }) => sum + toCents(balance), 0)
  return toDollars(Math.min(cents, toCents(total)))
}

function problemOf({ state, balance }: HeldCard): string | null {
  if (state !== 'active') return 'This gift card is blocked. Please write to us'
  return balance > 0 ? null : 'Nothing is left on this gift card'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function write(cards: readonly ChosenCard[]): void {
  saveDraft(DRAFT, cards.length === 0 ? null : JSON.stringify(cards))
  for (const listener of listeners) listener()
}

function parse(text: string | null): readonly ChosenCard[] {
  try {
    return text === null ? NONE : (JSON.parse(text) as ChosenCard[])
  } catch {
    return NONE
  }
}
