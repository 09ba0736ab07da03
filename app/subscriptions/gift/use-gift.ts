import { useMutation } from '@tanstack/react-query'
import type { Gift } from '#shared/subscriptions/api/gifts.ts'

type Change = (code: string) => Promise<{ gift: Gift; message: string }>
export type Changing = ReturnType<typeof useGift>

/** Changes the gift of a code. Each change replies with the gift as it is then. */
export function useGift(code: string) {
  return useMutation({ mutationFn: (change: Change) => change(code) })
}
