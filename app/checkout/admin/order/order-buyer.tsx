import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { users } from '#shared/people/api/users.ts'
import { isNotFound } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import styles from './order-list.module.css'

/** Shown when the list has only one buyer's orders: the buyer, and a link to all orders. */
export function OrderBuyer({ orders: id, all }: { orders: string; all: string }) {
  const answer = useQuery(ask(users.one, { params: { id } }))
  const isGone = isNotFound(answer.error)
  return (
    <div className={styles.buyer}>
      <p>
        {isGone ? (
          'This account was deleted. Search its orders by name or email.'
        ) : answer.data ? (
          <>
            Orders of <strong>{answer.data.name}</strong> ({answer.data.email})
          </>
        ) : (
          'Orders of one account'
        )}
      </p>
      <Link to={all}>Show all orders</Link>
      {answer.data ? <Link to={`/admin/user/${id}/edit`}>Edit this user</Link> : null}
    </div>
  )
}
